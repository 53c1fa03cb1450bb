import type { Config } from '../../config/read-config.ts';
import type { Console } from './console.ts';
import { createPaint } from './paint.ts';
import { processTerminal } from './process-terminal.ts';

/** The console of the running process: colour where a person looks, plain text in pipes and files. */
export function processConsole(config: Config): Console {
  endQuietlyWhenReaderLeaves(process.stdout);
  endQuietlyWhenReaderLeaves(process.stderr);
  const paintFor = (stream: NodeJS.WriteStream) =>
    createPaint(config.colour === 'auto' ? stream.isTTY === true : config.colour === 'always');
  return {
    out: text => void process.stdout.write(text),
    err: text => void process.stderr.write(text),
    outPaint: paintFor(process.stdout),
    errPaint: paintFor(process.stderr),
    terminal: process.stderr.isTTY && config.mayRedraw ? processTerminal(process.stderr) : undefined,
    get outColumns() {
      return process.stdout.isTTY ? process.stdout.columns : undefined;
    },
  };
}

/** `noetl … | head -1` closes our output early. That is the reader's right, not a crash. */
function endQuietlyWhenReaderLeaves(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
