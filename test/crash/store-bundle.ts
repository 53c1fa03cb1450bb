import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A script that plain `node` can run, made from a TypeScript file of this folder. */
export interface Script {
  readonly file: string;
  remove(): void;
}

/** Inside `node_modules`, where the packages it imports are found. */
export async function bundleScript(name: string): Promise<Script> {
  const dir = mkdtempSync(here('../../node_modules/.noetl-crash-'));
  const bundle = await rolldown({
    input: here(name),
    platform: 'node',
    external: id => !id.startsWith('.') && !id.startsWith('/'),
  });
  await bundle.write({ file: join(dir, 'script.mjs'), format: 'esm', codeSplitting: false });
  await bundle.close();
  return {
    file: join(dir, 'script.mjs'),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
