import type { Local } from '../../compose/local.ts';
import { isTerminal } from '../../core/fold/fold.ts';
import type { State } from '../../core/state.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { Progress } from './progress.ts';
import { reportEnd } from './report-end.ts';

export interface FollowOptions {
  readonly output: 'text' | 'json';
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Something that may break while an execution is followed: the store, the playbook it is pinned to. */
export class Trouble {
  readonly #broken = deferred<never>();
  readonly promise = this.#broken.promise;

  readonly report = (_executionId: string, error: unknown): void => this.#broken.reject(error);
}

/** Tells what happens to an execution until it ends; interrupts cancel it. `begin` gives its id. */
export async function follow(
  local: Local,
  trouble: Trouble,
  begin: () => Promise<string>,
  options: FollowOptions,
  cli: Cli,
): Promise<ExitCode> {
  const progress = new Progress(cli.console, options.verbose ?? false);
  let followed: string | undefined;
  const stopWatching = local.engine.watch(turn => {
    // Children have stories of their own; the execution that is followed is the first to take a turn.
    followed ??= turn.executionId;
    if (!options.quiet && turn.executionId === followed) progress.follow(turn);
  });
  const executionId = await begin();
  followed = executionId;
  const cancel = () => local.engine.send(executionId, { kind: 'cancel', reason: 'interrupted' });
  const interrupts = interruptible(cli, cancel);
  try {
    const state = await Promise.race([local.engine.ended(executionId), interrupts.killed, trouble.promise]);
    if (!state || !isTerminal(state)) return EXIT.interrupted;
    await reportEnd(state, local, options, cli.console);
    return exitCodeOf(state);
  } finally {
    interrupts.stop();
    stopWatching();
  }
}

function exitCodeOf({ phase }: State): ExitCode {
  if (phase.kind === 'completed') return EXIT.ok;
  return phase.kind === 'cancelled' ? EXIT.interrupted : EXIT.failed;
}

/** The first interrupt cancels the execution and waits for it to end; the second waits for nothing. */
function interruptible(
  cli: Cli,
  cancel: () => Promise<void>,
): { readonly killed: Promise<undefined>; stop(): void } {
  const killed = deferred<undefined>();
  let interrupted = false;
  const stop = cli.onInterrupt(() => {
    if (interrupted) return killed.resolve(undefined);
    interrupted = true;
    cli.console.err('cancelling, press Ctrl-C again to stop at once\n');
    cancel().catch(killed.reject);
  });
  return { killed: killed.promise, stop };
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Whoever races it sees the rejection; without a race there is nobody to tell.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
