import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A case is a file of parts:
 *
 *     # what it shows                      the name of the test
 *     workflow: …                          a playbook; what it does not say of apiVersion, kind and
 *                                          metadata is appended, so that lines are those of the file
 *     #--- means                           a canonical playbook that loads to the same model
 *     #--- problems                        `line:column code` of each problem of the first
 */
export interface GoldenCase {
  readonly file: string;
  readonly title: string;
  readonly text: string;
  readonly means: string | undefined;
  readonly problems: readonly string[];
}

const CASES = fileURLToPath(new URL('./cases/', import.meta.url));
const HEADER: Readonly<Record<string, string>> = {
  apiVersion: 'noetl.io/v2',
  kind: 'Playbook',
  metadata: '{ name: golden }',
};

export const readCases = (folder = CASES): readonly GoldenCase[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.txt'))
    .sort()
    .map(name => readCase(name, readFileSync(`${folder}${name}`, 'utf8')));

function readCase(file: string, content: string): GoldenCase {
  const [written = '', ...parts] = content.split(/^#--- /m);
  const part = (name: string) => parts.find(each => each.startsWith(`${name}\n`))?.slice(name.length + 1);
  const means = part('means');
  const title = /^# (.*)$/m.exec(written)?.[1] ?? file;
  const problems = (part('problems') ?? '').split('\n').filter(line => line !== '');
  const asIs = title.startsWith('as is: ');
  return {
    file,
    title,
    text: asIs ? written : complete(written),
    means: means === undefined ? undefined : complete(means),
    problems,
  };
}

const complete = (text: string): string =>
  Object.entries(HEADER).reduce(
    (result, [key, value]) =>
      new RegExp(`^${key}:`, 'm').test(result) ? result : `${result}${key}: ${value}\n`,
    text,
  );
