import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { Machine, RunResult } from './service.ts';

const USUAL_FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/sbin', '/opt/homebrew/bin'];

export function thisMachine(): Machine {
  return {
    isRoot: process.getuid?.() === 0,
    searchPath: [
      ...new Set([...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...USUAL_FOLDERS]),
    ],
    exists: existsSync,
    list: folder => (existsSync(folder) ? readdirSync(folder) : []),
    run: (command, args, env = {}) =>
      new Promise<RunResult>(resolve => {
        execFile(command, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
          resolve({ ok: error === null, stdout, stderr: stderr || (error?.message ?? '') }),
        );
      }),
  };
}
