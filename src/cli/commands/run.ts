import { dirname, resolve } from 'node:path';
import { openLocal } from '../../compose/local.ts';
import { isTerminal } from '../../core/fold/fold.ts';
import type { State } from '../../core/state.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type ReadPlaybook, readPlaybook } from '../input/read-playbook.ts';
import { plural } from '../output/plural.ts';
import { PayloadError, type PayloadOptions, readPayload } from '../run/payload.ts';
import { Progress } from '../run/progress.ts';
import { reportEnd } from '../run/report-end.ts';

export interface RunOptions extends PayloadOptions {
  readonly dataDir: string;
  /** Keep nothing. */
  readonly ephemeral?: boolean;
  readonly output: 'text' | 'json';
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** `noetl run FILE`: runs a playbook in this process and tells what happens. */
export async function runCommand(file: string, options: RunOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  const loaded = await readPlaybook(file, cli);
  if (!loaded) return EXIT.usage;
  if (loaded.warnings > 0 && !options.quiet) {
    console.err(`${plural(loaded.warnings, 'warning')}, shown by \`noetl validate ${file}\`\n`);
  }
  try {
    return await execute(loaded, options, await readPayload(options), cli);
  } catch (error) {
    if (!(error instanceof PayloadError) && !isStoreError(error)) throw error;
    console.err(`${console.errPaint.red('error')}: ${(error as Error).message}\n`);
    return EXIT.usage;
  }
}

/** Errors of a store are texts for people; the adapters themselves stay behind compose. */
const isStoreError = (error: unknown): boolean => error instanceof Error && error.name === 'StoreError';

async function execute(
  { playbook, source }: ReadPlaybook,
  options: RunOptions,
  payload: Awaited<ReturnType<typeof readPayload>>,
  cli: Cli,
): Promise<ExitCode> {
  const { console } = cli;
  const path = source.path ?? resolve('playbook.yaml');
  const trouble = deferred<never>();
  const local = await openLocal({
    dataDir: options.ephemeral ? undefined : options.dataDir,
    baseDir: dirname(resolve(path)),
    env: cli.env,
    onTrouble: (_, error) => trouble.reject(error),
  });
  const progress = new Progress(console, options.verbose ?? false);
  const children = new Set<string>();
  const stopWatching = local.engine.watch(turn => {
    if (!options.quiet && !children.has(turn.executionId)) progress.follow(turn);
  });
  try {
    const executionId = await local.engine.start({ playbook, text: source.text, source: path, payload });
    const interrupts = interruptible(cli, () =>
      local.engine.send(executionId, { kind: 'cancel', reason: 'interrupted' }),
    );
    const state = await Promise.race([local.engine.ended(executionId), interrupts.killed, trouble.promise]);
    interrupts.stop();
    if (!state || !isTerminal(state)) return EXIT.interrupted;
    await reportEnd(state, local, options, console);
    return exitCodeOf(state);
  } finally {
    stopWatching();
    await local.close();
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
