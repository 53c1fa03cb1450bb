import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { documentPath } from '../input/package-files.ts';

/** The rules of the engine, in its source tree and in the package, which has no sources. */
const PLACES = ['src/core/rules.md', 'dist/rules.md'];

const NUMBER = /^[a-z]\d{1,2}$/i;

/** What `noetl explain` names by a number such as `F5`; undefined: there is no such rule. */
export async function readRule(number: string): Promise<string | undefined> {
  const page = PLACES.map(documentPath).find(existsSync);
  if (!NUMBER.test(number) || page === undefined) return undefined;
  const rule = new RegExp(`^- \\*\\*${number}\\*\\* .*(?:\\n {2}.*)*`, 'im').exec(
    await readFile(page, 'utf8'),
  );
  return rule?.[0].slice(2).replaceAll('\n  ', ' ');
}
