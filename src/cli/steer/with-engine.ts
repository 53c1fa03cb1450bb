import { type EngineAccess, type EngineOptions, openEngine } from '../../compose/engine-access.ts';
import type { Cli } from '../cli.ts';
import type { ExitCode } from '../exit-code.ts';
import { plural } from '../output/plural.ts';
import { closeWithin } from '../run/close-within.ts';

export interface AccessOptions extends Omit<EngineOptions, 'env' | 'onUnreachable'> {
  readonly quiet?: boolean | undefined;
}

/**
 * Works with the engine of a data directory, in this process or in the one that holds it. Before this process
 * leaves it waits for what other commands handed to it, and for what steps started with `async: true`; an interrupt
 * leaves the former to those commands, the latter to `noetl resume`.
 */
export async function withEngine(
  { quiet = false, ...options }: AccessOptions,
  cli: Cli,
  work: (access: EngineAccess) => Promise<ExitCode>,
): Promise<ExitCode> {
  const say = (text: string) => {
    if (!quiet) cli.console.err(`${cli.console.errPaint.dim(text)}\n`);
  };
  let interrupts = 0;
  const stop = cli.onInterrupt(() => {
    interrupts++;
  });
  const access = await openEngine({
    ...options,
    env: cli.env,
    onUnreachable: error => say(unreachable(error)),
  });
  if (access.holder)
    say(`process ${access.holder.pid} holds ${options.dataDir}: this runs there, in its environment`);
  const done = work(access).then(async code => {
    // Interrupted a second time while its own execution was ending: nothing is waited for.
    if (interrupts < 2) await guestsGone(access, say, cli);
    if (interrupts === 0) await detachedGone(access, say, cli);
    return code;
  });
  return closeWithin(access, cli, done).finally(stop);
}

const unreachable = (error: unknown): string =>
  `other commands cannot hand work to this process: ${error instanceof Error ? error.message : String(error)}`;

async function guestsGone(access: EngineAccess, say: (text: string) => void, cli: Cli): Promise<void> {
  const guests = await access.guests();
  if (!guests || guests.open.length === 0) return;
  const others = plural(guests.open.length, 'execution');
  say(
    `waiting for ${others} that other commands handed to this process; Ctrl-C leaves them to those commands`,
  );
  await unlessInterrupted(guests.gone(), cli);
}

async function detachedGone(
  { detached }: EngineAccess,
  say: (text: string) => void,
  cli: Cli,
): Promise<void> {
  if (!detached || detached.open.length === 0) return;
  const others = plural(detached.open.length, 'execution');
  say(`waiting for ${others} started with \`async: true\`; Ctrl-C leaves them to \`noetl resume\``);
  await unlessInterrupted(detached.gone(), cli);
}

function unlessInterrupted(gone: Promise<void>, cli: Cli): Promise<void> {
  return new Promise(resolve => {
    const stop = cli.onInterrupt(() => leave());
    const leave = () => {
      stop();
      resolve();
    };
    void gone.then(leave);
  });
}
