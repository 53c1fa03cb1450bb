import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXCEPTIONS } from './exceptions.ts';
import { type OracleCase, percent, score } from './oracle.ts';

const { cases } = JSON.parse(readFileSync(new URL('./oracle.json', import.meta.url), 'utf8')) as {
  cases: OracleCase[];
};

describe('the cases answered by Jinja2', () => {
  const result = score(cases, id => EXCEPTIONS.has(id));

  it('give the same native value, the same text and an error where Jinja2 raises', () => {
    for (const { id, what, template, expected, got } of result.differences) {
      console.log(`differs (${what}) ${id}: ${template}\n    Jinja2: ${expected}\n    ours:   ${got}`);
    }
    console.log(
      [
        `native values: ${result.valuesSame} of ${result.values} (${percent(result.valuesSame, result.values)})`,
        `texts:         ${result.textsSame} of ${result.texts} (${percent(result.textsSame, result.texts)})`,
        `errors:        ${result.errorsSame} of ${result.errors} (${percent(result.errorsSame, result.errors)})`,
        `excepted:      ${EXCEPTIONS.size} cases, each with its reason in exceptions.ts`,
      ].join('\n'),
    );
    expect(result.valuesSame / result.values).toBeGreaterThanOrEqual(0.99);
    expect(result.textsSame / result.texts).toBeGreaterThanOrEqual(0.99);
    expect(result.errorsSame / result.errors).toBeGreaterThanOrEqual(0.95);
  });

  it('are many: the exceptions leave nearly all of them to compare', () => {
    expect(result.values).toBeGreaterThan(1900);
    expect(result.errors).toBeGreaterThan(700);
    expect(EXCEPTIONS.size).toBeLessThan(0.06 * cases.length);
  });

  it('excepts no case that is not there', () => {
    const ids = new Set(cases.map(test => String(test.id)));
    expect([...EXCEPTIONS.keys()].filter(id => !ids.has(id))).toEqual([]);
  });
});
