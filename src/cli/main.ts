#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { systemClock } from '../compose/clock.ts';
import { EnvFileProblem, withEnvFiles } from '../config/env-files.ts';
import { processEnvironment } from '../config/process-environment.ts';
import { readConfig } from '../config/read-config.ts';
import { EXIT } from './exit-code.ts';
import { processAsk } from './input/ask.ts';
import { processConsole } from './output/process-console.ts';
import { runCli } from './run-cli.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const console = processConsole(readConfig());

/** Undefined: a file of it cannot be read, which was told. */
function environment() {
  try {
    return withEnvFiles(processEnvironment(), process.cwd());
  } catch (error) {
    if (!(error instanceof EnvFileProblem)) throw error;
    console.err(`${console.errPaint.red('error')}: ${error.message}\n`);
    return undefined;
  }
}

const env = environment();
if (!env) process.exit(EXIT.usage);

const code = await runCli(process.argv.slice(2), {
  console,
  readStdin: () => text(process.stdin),
  ask: processAsk(process.stdin, process.stderr),
  clock: systemClock,
  env,
  onInterrupt: callback => {
    for (const signal of SIGNALS) process.on(signal, callback);
    return () => {
      for (const signal of SIGNALS) process.off(signal, callback);
    };
  },
});
// Who has interrupted twice does not wait for what still runs. Otherwise exitCode instead of exit(): output
// that is still on its way to a pipe is not cut off.
if (code === EXIT.interrupted) process.exit(code);
process.exitCode = code;
