import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describeWith, found } from '../../support/services/describe-with.ts';
import { DECIDED_OTHERWISE } from './decided-otherwise.ts';
import { type OracleCase, percent, score } from './oracle.ts';

const COUNT = Number(process.env.NOETL_JINJA_CASES ?? 1500);
const SEED = Number(process.env.NOETL_JINJA_SEED ?? 20260101);

const script = (name: string) => fileURLToPath(new URL(`../../../scripts/jinja/${name}`, import.meta.url));

describeWith('python', 'templates that nobody has seen before', () => {
  it('mean the same here as in the Jinja2 of this machine', () => {
    const { command } = found('python');
    const options = { maxBuffer: 1 << 28 };
    const generated = execFileSync(command, [script('generate.py'), String(COUNT), String(SEED)], options);
    const answered = execFileSync(command, [script('answer.py')], { ...options, input: generated });
    const { meta, cases } = JSON.parse(answered.toString()) as {
      meta: { oracle: string };
      cases: OracleCase[];
    };
    const comparable = cases.filter(
      test => !DECIDED_OTHERWISE.some(({ pattern }) => pattern.test(test.template)),
    );
    const result = score(comparable, () => false);
    for (const { id, what, template, expected, got } of result.differences) {
      console.log(`differs (${what}) ${id}: ${template}\n    Jinja2: ${expected}\n    ours:   ${got}`);
    }
    console.log(
      `${meta.oracle}, seed ${SEED}: ${comparable.length} of ${cases.length} random templates compared; ` +
        `native values ${percent(result.valuesSame, result.values)}, texts ${percent(result.textsSame, result.texts)}, ` +
        `errors ${percent(result.errorsSame, result.errors)}`,
    );
    expect(result.valuesSame / result.values).toBeGreaterThanOrEqual(0.99);
    expect(result.textsSame / result.texts).toBeGreaterThanOrEqual(0.99);
    expect(result.errorsSame / result.errors).toBeGreaterThanOrEqual(0.95);
  });
});
