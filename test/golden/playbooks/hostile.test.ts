import { describe, expect, it } from 'vitest';
import { load } from '../../../src/playbook/index.ts';

const HEAD = 'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: hostile }\n';
const BODY = 'workflow:\n  - step: a\n';

/** Wide enough for a loaded machine; without the limits these texts take minutes or all memory. */
const WITHIN = 30_000;

const codes = (text: string) => load(text).problems.map(({ code }) => code);
const withWorkload = (workload: string) => `${HEAD}workload: ${workload}\n${BODY}`;

function bomb(levels: number): string {
  const lines = ['  a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let i = 1; i <= levels; i++)
    lines.push(
      `  a${i}: &a${i} [${Array(10)
        .fill(`*a${i - 1}`)
        .join(', ')}]`,
    );
  return `${HEAD}workload:\n${lines.join('\n')}\n${BODY}`;
}

const CASES: readonly (readonly [what: string, text: () => string, expected: string])[] = [
  ['fifty megabytes of keys', () => 'key: value\n'.repeat(5_000_000), 'yaml_too_large'],
  [
    'a thousand brackets in each other',
    () => withWorkload(`${'['.repeat(1000)}${']'.repeat(1000)}`),
    'yaml_too_deep',
  ],
  ['a hundred thousand open brackets', () => withWorkload('['.repeat(100_000)), 'yaml_too_deep'],
  ['a hundred thousand open braces', () => withWorkload('{a: '.repeat(100_000)), 'yaml_too_deep'],
  [
    'a thousand mappings by indentation',
    () =>
      `${HEAD}workload:\n${Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i + 1)}k:`).join('\n')}\n${BODY}`,
    'yaml_too_deep',
  ],
  ['twenty thousand dashes in a row', () => withWorkload(`\n  ${'- '.repeat(20_000)}x`), 'yaml_too_deep'],
  ['aliases that stand for a billion values', () => bomb(9), 'yaml_alias_bomb'],
  ['a null character', () => withWorkload('"a\0b"'), 'text_not_utf8'],
  ['bytes of an image', () => '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'text_not_utf8'],
  ['bytes that were no UTF-8', () => withWorkload('"caf\ufffd"'), 'text_not_utf8'],
  ['half a surrogate pair', () => withWorkload('"\ud83d"'), 'text_not_utf8'],
  ['lines that end with a carriage return', () => `${HEAD}${BODY}`.replaceAll('\n', '\r'), 'text_not_utf8'],
  ['a tab for indentation', () => `${HEAD}workflow:\n\t- step: a\n`, 'yaml_syntax'],
  ['a hundred thousand documents', () => '---\na\n'.repeat(100_000), 'yaml_too_large'],
  ['two hundred thousand anchors', () => '&a '.repeat(200_000), 'yaml_too_large'],
  ['a million closing braces', () => '}'.repeat(1_000_000), 'yaml_syntax'],
];

describe('a hostile text', () => {
  it.each(CASES)('%s: gets a clear error soon', (_what, text, expected) => {
    const started = performance.now();
    const { playbook, problems } = load(text());
    expect(performance.now() - started).toBeLessThan(WITHIN);
    expect(playbook).toBeUndefined();
    expect(problems[0]).toMatchObject({ severity: 'error', code: expected });
    expect(problems.length).toBeLessThan(100);
    expect(problems[0]!.frame.length).toBeLessThan(400);
  });

  it('with a million values in one list is refused by their number', () => {
    expect(codes(withWorkload(`{ x: [${'a,'.repeat(1_000_000)}] }`))).toEqual(['yaml_too_large']);
  });

  it('shows at most five thousand problems of a severity, and says how many there are more', () => {
    const steps = Array.from({ length: 6000 }, (_, i) => `  - { step: s${i}, nonsense: 1, next: s${i + 1} }`);
    const { problems } = load(`${HEAD}workflow:\n${steps.join('\n')}\n  - step: s6000\n`);
    expect(problems).toHaveLength(5001);
    expect(problems.at(-1)).toMatchObject({
      code: 'too_many_problems',
      message: expect.stringContaining('1,000'),
    });
  });
});

describe('ten thousand misspelt names among ten thousand others', () => {
  const steps = (line: (i: number) => string) =>
    `${HEAD}workflow:\n${Array.from({ length: 10_000 }, (_, i) => `  - ${line(i)}`).join('\n')}\n  - step: last\n`;

  it('are reported, and the first of them get a hint', () => {
    const { problems } = load(steps(i => `{ step: step_number_${i}, next: stepp_number_${i} }`));
    expect(problems).toHaveLength(5001);
    expect(problems[0]).toMatchObject({ code: 'next_unknown_step', hint: 'did you mean `step_number_0`?' });
    expect(problems.filter(({ hint }) => hint !== undefined).length).toBeLessThan(100);
  });
});

describe('names with a meaning in JavaScript', () => {
  const text = `${HEAD}workload:\n  __proto__: { polluted: true }\n  constructor: 1\n  toString: 2\n${BODY}`;
  const { playbook, problems } = load(text);

  it('are ordinary keys', () => {
    expect(problems).toEqual([]);
    expect(Object.keys(playbook!.workload)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(playbook!.workload)).toBeNull();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('are ordinary names of steps, tasks and kinds too', () => {
    const odd = `${HEAD}workflow:\n  - step: constructor\n    tool: { kind: toString, __proto__: { x: 1 } }\n    next: __proto__\n  - step: __proto__\n`;
    expect(codes(odd)).toEqual(['tool_unknown_kind']);
  });
});

describe('numbers', () => {
  it('are never rounded: integers beyond 2^53 are bigints', () => {
    const { playbook } = load(
      withWorkload('{ big: 9007199254740993, small: 42, hex: 0x10, text: "9007199254740993" }'),
    );
    expect(playbook?.workload).toMatchObject({
      big: 9007199254740993n,
      small: 42,
      hex: 16,
      text: '9007199254740993',
    });
  });

  it('of any size give a hash of their own', () => {
    const hash = (number: string) => load(withWorkload(`{ n: ${number} }`)).playbook?.hash;
    const hashes = ['9007199254740993', '9007199254740992', '"9007199254740993"', '.nan', '.inf', '1.5'].map(
      hash,
    );
    expect(new Set(hashes).size).toBe(6);
  });
});

describe('a byte order mark and carriage returns with line feeds', () => {
  it('change neither the playbook nor the places of problems', () => {
    const text = `${HEAD}workflow:\n  - step: a\n    nonsense: 1\n`;
    const plain = load(text);
    const dressed = load(`\ufeff${text.replaceAll('\n', '\r\n')}`);
    expect(dressed.problems).toEqual(plain.problems);
    expect(dressed.playbook?.hash).toBe(plain.playbook?.hash);
  });
});
