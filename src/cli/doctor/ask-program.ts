import { execFile } from 'node:child_process';

/** What a program answered. */
export type Answer =
  | { readonly kind: 'answered'; readonly text: string; readonly milliseconds: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string };

export type Environment = Readonly<Record<string, string | undefined>>;
export type AskProgram = (file: string, args: readonly string[], env: Environment) => Promise<Answer>;

/** A program that takes longer is of no use to anybody who waits. */
const PATIENCE = 10_000;

/** Runs a program that answers in a line, and measures how long that takes. */
export const askProgram: AskProgram = (file, args, env) =>
  new Promise(resolve => {
    const began = performance.now();
    execFile(file, args, { env, timeout: PATIENCE }, (error, stdout, stderr) => {
      if (!error) {
        const milliseconds = Math.round(performance.now() - began);
        return resolve({ kind: 'answered', text: stdout.trim(), milliseconds });
      }
      if (error.code === 'ENOENT') return resolve({ kind: 'missing' });
      const reason = error.killed ? 'it did not answer in 10 s' : firstLine(stderr) || error.message;
      return resolve({ kind: 'failed', reason });
    });
  });

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';
