import { resolve } from 'node:path';
import { VERSION } from '../../common/version.ts';
import type { ServerProcess } from '../../compose/server.ts';
import type { Cli } from '../cli.ts';
import type { ServerFlags } from '../commands/server.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { plural } from '../output/plural.ts';
import { settingsOf } from './settings.ts';
import { twoInterrupts } from './two-interrupts.ts';

/** Runs the server in this process until it is asked to end; asked twice it does not wait for what runs. */
export async function runServer(flags: ServerFlags, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  const asked = twoInterrupts(cli);
  try {
    const config = settingsOf(flags, cli);
    // Loaded when it is needed: other commands start without an HTTP server.
    const { openServer } = await import('../../compose/server.ts');
    const isReadable = console.terminal !== undefined && !flags.jsonLog;
    const log = {
      write: (line: string) => console.err(line),
      isReadable,
      hasColour: console.errPaint.enabled,
    };
    const { dataDir, logFile } = flags;
    const server = await openServer({ dataDir, env: cli.env, config, log, logFile });
    greet(server, flags, cli);
    await asked.stop;
    await server.close(asked.now);
    return EXIT.ok;
  } finally {
    asked.end();
  }
}

function greet(server: ServerProcess, { dataDir, logFile }: ServerFlags, { console }: Cli): void {
  const { bold, dim } = console.outPaint;
  const row = (name: string, value: string) => `  ${dim(name.padEnd(10))} ${value}\n`;
  console.out(
    `${bold(`noetl ${VERSION}`)} is ready\n${row('API', `${server.url}/api`)}${row('docs', `${server.url}/docs`)}` +
      `${row('metrics', `${server.url}/metrics`)}${row('data', resolve(dataDir))}${row('log', logFile ?? 'standard error')}` +
      `${row('stop', `Ctrl-C, or: noetl server stop${dataDir === '.noetl' ? '' : ` --data-dir ${dataDir}`}`)}`,
  );
  void server.recovered.then(taken => {
    if (taken.length > 0) console.out(row('resumed', plural(taken.length, 'interrupted execution')));
  });
}
