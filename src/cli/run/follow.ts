import { deferred } from '../../common/deferred.ts';
import type { Local } from '../../compose/local.ts';
import type { Steering } from '../../core/decide/input.ts';
import { isTerminal } from '../../core/fold/fold.ts';
import type { State } from '../../core/state.ts';
import type { EngineHandle } from '../../ports/engine-handle.ts';
import type { LogAddress, LogLine, LogStore } from '../../ports/log-store.ts';
import type { TurnTaken } from '../../ports/turn-watcher.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { ResultForm } from '../output/result-form.ts';
import { chooseDisplay } from './choose-display.ts';
import { interruptible } from './interruptible.ts';
import { flagsOf } from './next-commands.ts';
import { INTERRUPTED, reportEnd } from './report-end.ts';
import { WatchedRun } from './watched-run.ts';
import type { TimeLimit } from './wish.ts';

export interface FollowOptions {
  /** Not given: a table on a terminal, text or JSON in a pipe. */
  readonly output?: ResultForm;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** Of the data directory, to be repeated in commands that are suggested; undefined: nothing is kept. */
  readonly dataDir?: string | undefined;
  /** In its place, the flags that name the server. */
  readonly serverFlags?: string | undefined;
  /** After this time the execution fails. */
  readonly limit?: TimeLimit | undefined;
}

/** What is needed of an engine to follow an execution, wherever the engine is. */
export interface Followed extends Pick<Local, 'follow'> {
  readonly stores: { readonly logs: Pick<LogStore, 'flush' | 'read'> };
  readonly engine: Pick<EngineHandle, 'state' | 'watch' | 'ended'> & {
    send(
      executionId: string,
      input: Extract<Steering, { readonly kind: 'cancel' | 'timeout' }>,
    ): Promise<void>;
  };
}

/** Something that may break while an execution is followed: the store, the playbook it is pinned to. */
export class Trouble {
  readonly #broken = deferred<unknown>();
  /** Never resolves. */
  readonly promise: Promise<never> = this.#broken.promise.then(error => {
    throw error;
  });

  constructor() {
    // Whoever races it sees the rejection; without a race there is nobody to tell.
    this.promise.catch(() => {});
  }

  readonly report = (_executionId: string, error: unknown): void => this.#broken.resolve(error);
}

/** What commands print while they run, for whoever is there to see it. */
export class Printed {
  listener: ((address: LogAddress, lines: readonly LogLine[]) => void) | undefined;

  readonly hear = (address: LogAddress, lines: readonly LogLine[]): void => this.listener?.(address, lines);
}

/** Tells what happens to an execution until it ends; interrupts cancel it. `begin` gives its id. */
export async function follow(
  access: Followed,
  trouble: Trouble,
  begin: () => Promise<string>,
  options: FollowOptions,
  cli: Cli,
  printed = new Printed(),
): Promise<ExitCode> {
  const { engine } = access;
  const watched = new WatchedRun(chooseDisplay(options, cli), flagsOf(options));
  printed.listener = watched.printed;
  const stopWatching = engine.watch((turn: TurnTaken) => watched.turn(turn));
  const begun = begin();
  const interrupts = interruptible(cli, watched.notice, async () => {
    await engine.send(await begun, { kind: 'cancel', reason: INTERRUPTED });
  });
  let stopTimer = () => {};
  try {
    const executionId = await Promise.race([begun, interrupts.killed, trouble.promise]);
    if (executionId === undefined) return EXIT.interrupted;
    watched.open(executionId, await engine.state(executionId));
    stopTimer = limitTime(engine, executionId, options.limit, cli);
    const state = await Promise.race([engine.ended(executionId), interrupts.killed, trouble.promise]);
    watched.end();
    if (!state || !isTerminal(state)) return EXIT.interrupted;
    await reportEnd(state, watched.view, access, options, cli.console);
    return exitCodeOf(state);
  } finally {
    stopTimer();
    interrupts.stop();
    stopWatching();
    printed.listener = undefined;
    watched.end();
  }
}

function limitTime(
  engine: Followed['engine'],
  executionId: string,
  limit: TimeLimit | undefined,
  { clock }: Cli,
): () => void {
  if (limit === undefined) return () => {};
  return clock.at(clock.now() + limit.milliseconds, () => {
    // Whatever keeps this from being recorded also ends the execution's progress, which is reported.
    engine.send(executionId, { kind: 'timeout', limit: limit.flag }).catch(() => {});
  });
}

function exitCodeOf({ phase }: State): ExitCode {
  if (phase.kind === 'completed') return EXIT.ok;
  return phase.kind === 'cancelled' ? EXIT.interrupted : EXIT.failed;
}
