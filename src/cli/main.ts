#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { readConfig } from '../config/read-config.ts';
import { processConsole } from './output/process-console.ts';
import { runCli } from './run-cli.ts';

// exitCode instead of exit(): output that is still on its way to a pipe is not cut off.
process.exitCode = await runCli(process.argv.slice(2), {
  console: processConsole(readConfig()),
  readStdin: () => text(process.stdin),
});
