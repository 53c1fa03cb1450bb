import { findServer, isAlive, removeServerRecord } from '../../compose/server-file.ts';
import type { Cli } from '../cli.ts';
import type { ServerFlags } from '../commands/server.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { settingsOf } from './settings.ts';

/** Milliseconds between two looks, and how long a server may take beyond its grace. */
const PAUSE = 50;
export const BEYOND_GRACE = 15_000;

/** Stops the server of a data directory and waits until it is gone. */
export async function stopServer(flags: ServerFlags, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  const found = await findServer(flags.dataDir);
  if (found.kind === 'none') {
    console.err(`no server runs with ${flags.dataDir}\n`);
    return EXIT.ok;
  }
  const { pid } = found.record;
  if (found.kind === 'stale') {
    removeServerRecord(flags.dataDir);
    console.err(`no server runs with ${flags.dataDir}: process ${pid} is gone, its file was removed\n`);
    return EXIT.ok;
  }
  if (found.kind === 'silent' && !flags.force) {
    console.err(`${console.errPaint.red('error')}: process ${pid} does not answer; --force kills it\n`);
    return EXIT.failed;
  }
  // A second SIGTERM would cut short what the first one lets end.
  if (found.kind === 'stopping' && !flags.force)
    console.err(`waiting for process ${pid}, which is stopping\n`);
  else process.kill(pid, flags.force ? 'SIGKILL' : 'SIGTERM');
  const patience = (flags.force ? 0 : settingsOf(flags, cli).grace) + BEYOND_GRACE;
  if (!(await isGone(pid, patience, cli))) {
    console.err(`${console.errPaint.red('error')}: process ${pid} still runs; --force kills it\n`);
    return EXIT.failed;
  }
  if (flags.force) removeServerRecord(flags.dataDir);
  console.err(`the server has stopped (process ${pid})\n`);
  return EXIT.ok;
}

/** Whether the process has ended in so many milliseconds. */
export async function isGone(pid: number, patience: number, { clock }: Cli): Promise<boolean> {
  for (const until = clock.now() + patience; isAlive(pid); ) {
    if (clock.now() > until) return false;
    await new Promise<void>(resolve => void clock.after(PAUSE, resolve));
  }
  return true;
}
