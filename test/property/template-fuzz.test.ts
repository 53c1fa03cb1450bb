import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Environment, TemplateError } from '../../src/template/index.ts';

/** Small budgets, so that a template that asks for much ends soon. */
const environment = new Environment({ budgets: { steps: 20_000, size: 200_000, depth: 60 }, cacheSize: 1 });

const context = {
  n: 7,
  s: 'Hello',
  lst: [3, 1, 2],
  d: { a: 1, __proto__own: 2 },
  users: [{ name: 'Ann', age: 3 }],
  none: null,
};

const host = { now: () => 0, uuid: () => 'u', random: () => 0.5, env: () => undefined, token: () => 't' };

/** Everything a template may do ends in a value or in a template error; nothing else comes out. */
function survives(source: string): void {
  for (const use of ['evaluate', 'renderText', 'test'] as const) {
    try {
      environment.compile(source)[use](context, host);
    } catch (error) {
      if (!(error instanceof TemplateError))
        throw new Error(`${use} of ${JSON.stringify(source)}`, { cause: error });
      expect(error.code).toMatch(/^template_/);
      expect(error.line).toBeGreaterThanOrEqual(1);
    }
  }
}

const WORDS = [
  ...[
    '{{',
    '}}',
    '{%',
    '%}',
    '{#',
    '#}',
    '-%}',
    '{%-',
    ' ',
    '\n',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '.',
    '|',
    '=',
  ],
  ...[
    '+',
    '-',
    '*',
    '/',
    '//',
    '%',
    '**',
    '~',
    '==',
    '!=',
    '<',
    '>',
    '<=',
    '>=',
    'and',
    'or',
    'not',
    'in',
    'is',
    'if',
    'else',
  ],
  ...[
    'for',
    'endfor',
    'endif',
    'elif',
    'set',
    'endset',
    'macro',
    'endmacro',
    'call',
    'endcall',
    'filter',
    'endfilter',
    'with',
  ],
  ...[
    'raw',
    'endraw',
    'recursive',
    'loop',
    'caller',
    'varargs',
    'n',
    's',
    'lst',
    'd',
    'users',
    'missing',
    'x',
    'namespace',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    '__class__',
    'toString',
    'length',
    'name',
    'a',
    'items',
    'append',
    'format',
  ],
  ...[
    "'a'",
    '"b"',
    '0',
    '1',
    '-1',
    '2.5',
    '1e308',
    '99999999999999999999',
    'true',
    'none',
    '[]',
    '{}',
    '()',
    '_',
    "'{0.a}'",
  ],
  ...[
    'map',
    'select',
    'join',
    'default',
    'int',
    'tojson',
    'fromjson',
    'sort',
    'replace',
    'regex_replace',
    'batch',
    'indent',
  ],
  ...[
    'range',
    'dict',
    'cycler',
    'joiner',
    'lipsum',
    'now',
    'center',
    'truncate',
    'wordwrap',
    'format',
    'zfill',
    'groupby',
  ],
];

const { cases } = JSON.parse(
  readFileSync(new URL('../golden/jinja/oracle.json', import.meta.url), 'utf8'),
) as {
  cases: { template: string }[];
};

let count = 0;
const counted = (source: string) => {
  count++;
  survives(source);
};

const runs = Number(process.env.NOETL_FUZZ_RUNS ?? 6000);

describe('any text as a template', () => {
  it('ends in a value or a template error when its words are in random order', () => {
    const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 40 });
    fc.assert(
      fc.property(words, list => counted(list.join(' '))),
      { numRuns: runs },
    );
    fc.assert(
      fc.property(words, list => counted(`{{ ${list.join(' ')} }}`)),
      { numRuns: runs },
    );
  });

  it('ends in a value or a template error when it is any unicode text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), text => counted(`{{ ${text} }}`)),
      { numRuns: runs },
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), text => counted(text)),
      { numRuns: runs },
    );
  });

  it('ends in a value or a template error when a good template is damaged', () => {
    const damaged = fc
      .tuple(
        fc.constantFrom(...cases.map(test => test.template)),
        fc.array(fc.tuple(fc.nat(200), fc.nat(6), fc.constantFrom(...WORDS)), { minLength: 1, maxLength: 4 }),
      )
      .map(([template, edits]) =>
        edits.reduce((text, [at, cut, word]) => {
          const place = at % (text.length + 1);
          return `${text.slice(0, place)}${word}${text.slice(place + cut)}`;
        }, template),
      );
    fc.assert(fc.property(damaged, counted), { numRuns: runs });
    console.log(
      `fuzz: ${count} templates, each evaluated, rendered and tested; only template errors came out`,
    );
  });
});
