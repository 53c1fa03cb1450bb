import { execFile } from 'node:child_process';
import type { SystemUser } from './user-for-servers.ts';

export interface ExecuteOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly as?: SystemUser;
}

/** Runs a program to its end and answers with what it printed; fails with what it complained about. */
export function execute(
  command: string,
  args: readonly string[],
  { cwd, env, as }: ExecuteOptions = {},
): Promise<string> {
  const options = { env: { ...process.env, ...env }, ...(cwd ? { cwd } : {}), ...as };
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error)
        reject(new Error(`${command} ${args.join(' ')} failed: ${stderr || stdout}`, { cause: error }));
      else resolve(stdout.trimEnd());
    });
  });
}
