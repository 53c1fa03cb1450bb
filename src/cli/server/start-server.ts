import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  answersOthers,
  findServer,
  holderOf,
  logFileIn,
  type ServerRecord,
} from '../../compose/server-file.ts';
import { ConfigProblem } from '../../config/server-config.ts';
import type { Cli } from '../cli.ts';
import type { ServerFlags } from '../commands/server.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { settingsOf } from './settings.ts';
import { BEYOND_GRACE, isGone } from './stop-server.ts';

/** Milliseconds to wait for a server that was started, and between two looks at it. */
const PATIENCE = 30_000;
const PAUSE = 40;
/** Milliseconds from when the holder of the directory answers others to when it is known to be no server. */
const OTHERS_PATIENCE = 3_000;

/** Runs the server in a process of its own, which outlives this one; waits until it is ready. */
export async function startServer(flags: ServerFlags, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  // What is wrong with the settings is said here, not in the log.
  const { grace } = settingsOf(flags, cli);
  const before = await findServer(flags.dataDir);
  if (before.kind === 'running' || before.kind === 'silent') return runsAlready(before.record, cli);
  if (before.kind === 'stopping') {
    console.err(`waiting for process ${before.record.pid}, which is stopping\n`);
    await isGone(before.record.pid, grace + BEYOND_GRACE, cli);
  }
  const logFile = makeLogFile(flags);
  const began = statSync(logFile).size;
  const outcome = await launch(flags, cli, logFile);
  if (outcome.kind === 'ready') {
    const { pid, url } = outcome.record;
    console.err(
      `the server is ready: process ${pid}\n  API   ${url}/api\n  docs  ${url}/docs\n  log   ${logFile}\n`,
    );
    console.err(
      `  stop  noetl server stop${flags.dataDir === '.noetl' ? '' : ` --data-dir ${flags.dataDir}`}\n`,
    );
    return EXIT.ok;
  }
  if (outcome.kind === 'other') return runsAlready(outcome.record, cli);
  const said = readFileSync(logFile).subarray(began).toString('utf8').trim();
  const why = said === '' ? `${NOTHING_SAID} ${logFile}` : `its log ${logFile} says:\n${said}`;
  console.err(`${console.errPaint.red('error')}: the server ${outcome.why}; ${why}\n`);
  return EXIT.failed;
}

const NOTHING_SAID = '`noetl server` without `start` says why: nothing could be written to its log';

function runsAlready({ pid, url }: ServerRecord, { console }: Cli): ExitCode {
  console.err(`the server runs already: process ${pid}, ${url}\n`);
  return EXIT.ok;
}

function makeLogFile({ dataDir, logFile = logFileIn(dataDir) }: ServerFlags): string {
  attempt(`the data directory ${resolve(dataDir)} cannot be created`, '--data-dir', () =>
    mkdirSync(dataDir, { recursive: true, mode: 0o700 }),
  );
  attempt(`the log ${resolve(logFile)} cannot be written`, '--log-file', () =>
    writeFileSync(logFile, '', { flag: 'a', mode: 0o600 }),
  );
  return resolve(logFile);
}

function attempt(failure: string, flag: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigProblem(
      `${failure} (${code ?? message}): check the owner and mode of its folder, or name another one with ${flag}`,
    );
  }
}

type Outcome =
  | { readonly kind: 'ready'; readonly record: ServerRecord }
  /** Somebody else has started one meanwhile. */
  | { readonly kind: 'other'; readonly record: ServerRecord }
  | { readonly kind: 'failed'; readonly why: string };

async function launch(flags: ServerFlags, { env, clock }: Cli, logFile: string): Promise<Outcome> {
  const log = openSync(logFile, 'a', 0o600);
  // The server writes its log itself; its standard error is what Node says when it crashes.
  const given = argumentsOf({ ...flags, logFile });
  const child = spawn(process.execPath, [process.argv[1] ?? '', 'server', ...given], {
    detached: true,
    stdio: ['ignore', 'ignore', log],
    env,
  });
  let ended: string | undefined;
  let until = clock.now() + PATIENCE;
  const end = (why: string) => {
    ended ??= why;
  };
  child.on('error', error => end(`could not be started (${error.message})`));
  child.on('exit', (code, signal) => end(`ended at once (${signal ?? `exit code ${code}`})`));
  while (clock.now() < until) {
    const found = await findServer(flags.dataDir);
    if (found.kind === 'running' && found.record.pid === child.pid) {
      child.unref();
      return { kind: 'ready', record: found.record };
    }
    if (found.kind === 'running' && ended !== undefined) return { kind: 'other', record: found.record };
    if (ended !== undefined) {
      // Whoever has the directory may be a server that is about to listen.
      if (holderOf(flags.dataDir) === undefined) break;
      if (await answersOthers(flags.dataDir)) until = Math.min(until, clock.now() + OTHERS_PATIENCE);
    }
    await new Promise<void>(resolve => void clock.after(PAUSE, resolve));
  }
  if (ended !== undefined) return { kind: 'failed', why: ended };
  child.kill('SIGKILL');
  return { kind: 'failed', why: `was not ready after ${PATIENCE / 1000} s` };
}

function argumentsOf({ dataDir, port, host, logLevel, logFile, grace, pools }: ServerFlags): string[] {
  const given = {
    '--data-dir': dataDir,
    '--port': port,
    '--host': host,
    '--log-level': logLevel,
    '--log-file': logFile,
    '--grace': grace,
    '--pools': pools,
  };
  return Object.entries(given).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
}
