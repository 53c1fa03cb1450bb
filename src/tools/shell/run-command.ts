import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { endProcessGroup, GRACE } from '../process-group.ts';

export interface CommandPlace {
  readonly shell: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface CommandSinks {
  readonly stdout: (bytes: Buffer) => void;
  readonly stderr: (bytes: Buffer) => void;
}

export type CommandEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'not_started'; readonly error: NodeJS.ErrnoException };

/**
 * Runs one command in a process group of its own and waits until nobody holds its output any more.
 * What it left running in its group is ended, so that a task owns its processes: they never outlive it.
 */
export async function runCommand(
  command: string,
  place: CommandPlace,
  sinks: CommandSinks,
  signal: AbortSignal,
): Promise<CommandEnd> {
  let child: Child;
  try {
    child = start(command, place);
  } catch (error) {
    // Only what the arguments themselves cause is thrown, such as a command that is too long.
    return { kind: 'not_started', error: error as NodeJS.ErrnoException };
  }
  const stop = () => endProcessGroup(child);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const end = await endOf(child, sinks);
  signal.removeEventListener('abort', stop);
  stop();
  return end;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

const start = (command: string, { shell: [program, ...args], cwd, env }: CommandPlace): Child =>
  spawn(program!, [...args, command], {
    cwd,
    env: { ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

function endOf(child: Child, sinks: CommandSinks): Promise<CommandEnd> {
  return new Promise(resolve => {
    let linger: NodeJS.Timeout | undefined;
    child.stdout.on('data', sinks.stdout);
    child.stderr.on('data', sinks.stderr);
    child.on('error', error => {
      if (child.pid === undefined) resolve({ kind: 'not_started', error });
    });
    child.on('exit', () => {
      // A process in the background may hold the output for ever, even outside the group.
      linger = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, GRACE);
    });
    child.on('close', (code, signal) => {
      clearTimeout(linger);
      resolve(signal ? { kind: 'killed', signal } : { kind: 'exited', code: code ?? 0 });
    });
  });
}
