import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { load } from '../../src/playbook/load.ts';
import { PLAYBOOK_SCHEMA } from '../../src/playbook/schema/index.ts';
import { formatPlaybook, isOlderSpelling } from '../../src/playbook/write/index.ts';
import { readCases } from '../golden/playbooks/read-case.ts';
import { ROOT } from '../support/run-command.ts';

/** Every spelling the loader knows has a golden case; those without errors can be written anew. */
const cases = readCases()
  .flatMap(({ file, text, means }) => [
    { name: file, text },
    ...(means === undefined ? [] : [{ name: `${file}, canonical`, text: means }]),
  ])
  .filter(({ text }) => load(text).playbook !== undefined);

const examples = ['test/golden/playbooks/canonical.yaml', ...yamlIn('examples')].map(name => ({
  name,
  text: readFileSync(join(ROOT, name), 'utf8'),
}));

function yamlIn(folder: string): readonly string[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  return entries.flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return yamlIn(path);
    const isPlaybook =
      /\.ya?ml$/.test(path) && /^kind: Playbook$/m.test(readFileSync(join(ROOT, path), 'utf8'));
    return isPlaybook ? [path] : [];
  });
}

function formatted(text: string): string {
  const result = formatPlaybook(text);
  if (result.kind !== 'formatted') throw new Error(`${result.kind}: ${JSON.stringify(result)}`);
  return result.text;
}

/** The same text with a comment at the end of every line that may have one. */
function commented(text: string): string {
  const hash = load(text).playbook?.hash;
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    const attempt = lines.with(i, `${line} # comment ${i}.`);
    if (load(attempt.join('\n')).playbook?.hash === hash) lines[i] = attempt[i]!;
  }
  return lines.join('\n');
}

const commentsIn = (text: string) => (text.match(/comment \d+\./g) ?? []).sort();

const validate = new Ajv2020.default({ strict: false }).compile(PLAYBOOK_SCHEMA);

function complaints(text: string) {
  validate(parse(text));
  return validate.errors ?? [];
}

describe.each(cases)('$name', ({ text }) => {
  const problemsBefore = load(text).problems;
  const hasSlips = problemsBefore.some(({ code }) => code === 'unknown_key');

  it('has a canonical form without older spellings, which is its own and fits the schema', () => {
    const canonical = formatted(text);
    expect(load(canonical).problems.filter(isOlderSpelling)).toEqual([]);
    expect(formatted(canonical)).toBe(canonical);
    if (!hasSlips) expect(complaints(canonical), canonical).toEqual([]);
  });

  it('keeps every comment', () => {
    const source = commented(text);
    const canonical = formatted(source);
    expect(commentsIn(canonical)).toEqual(commentsIn(source));
    expect(formatted(canonical)).toBe(canonical);
  });
});

describe.each(examples)('$name', ({ text }) => {
  it('fits the schema as it is, and in its canonical form', () => {
    expect(complaints(text)).toEqual([]);
    expect(complaints(formatted(text))).toEqual([]);
  });
});
