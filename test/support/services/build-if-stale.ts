import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execute } from './execute.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCES = ['src', 'scripts/build.mjs', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Tests that run the built command must not pass or fail because of a build of yesterday. */
export async function buildIfStale(): Promise<void> {
  const built = join(ROOT, 'dist/cli.js');
  const newest = Math.max(...SOURCES.map(path => newestChange(join(ROOT, path))));
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  await execute(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
}

function newestChange(path: string): number {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map(name => newestChange(join(path, name))));
}
