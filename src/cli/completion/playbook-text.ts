import { readFile } from 'node:fs/promises';
import { resolvePlaybook } from '../run/resolve-playbook.ts';

/** The playbook that `noetl run SOURCE` would run; undefined if there is none that can be read. */
export async function readPlaybookText(source: string): Promise<string | undefined> {
  const found = await resolvePlaybook(source === '' ? undefined : source, undefined);
  if ('what' in found || found.kind !== 'file' || found.target !== undefined) return undefined;
  return readFile(found.file, 'utf8').catch(() => undefined);
}
