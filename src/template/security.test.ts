import { describe, expect, it } from 'vitest';
import { compile, Environment, TemplateError } from './index.ts';

class Account {
  readonly secret = 'hunter2';
  reveal() {
    return this.secret;
  }
}

const context = {
  s: 'text',
  n: 1,
  list: [1],
  map: { a: 1 },
  account: new Account(),
  fn: () => process,
  date: new Date(0),
};

describe('a template cannot reach the program around it', () => {
  const names = [
    'constructor',
    '__proto__',
    'prototype',
    '__defineGetter__',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'call',
  ];
  for (const target of [
    's',
    'n',
    'list',
    'map',
    'account',
    'fn',
    'date',
    'range',
    '(1, 2)',
    '[].append',
    '{}',
    'loop',
  ]) {
    it(`through attributes and items of ${target}`, () => {
      for (const name of names) {
        expect(compile(`{{ (${target}).${name} is defined }}`).evaluate(context)).toBe(false);
        expect(compile(`{{ (${target})['${name}'] is defined }}`).evaluate(context)).toBe(false);
        expect(compile(`{{ (${target})|attr('${name}') is defined }}`).evaluate(context)).toBe(false);
        expect(compile(`{{ [${target}]|map(attribute='${name}')|first is defined }}`).evaluate(context)).toBe(
          false,
        );
      }
    });
  }

  it('through fields and methods of class instances', () => {
    expect(compile('{{ account.secret }}').evaluate(context)).toBeUndefined();
    expect(compile('{{ account }} {{ [account] }}').renderText(context)).not.toContain('hunter2');
    expect(() => compile('{{ account.reveal() }}').evaluate(context)).toThrow(TemplateError);
  });

  it('through functions of the context, which cannot be called', () => {
    expect(() => compile('{{ fn() }}').evaluate(context)).toThrow(TemplateError);
  });

  it('through format strings', () => {
    for (const format of ['{0.constructor}', '{0.__proto__}', '{0[constructor]}', '{0.__class__.__mro__}']) {
      expect(compile(`{{ '${format}'.format(map) }}`).renderText(context)).toBe('');
    }
  });

  it('through global names of JavaScript or Python', () => {
    for (const name of ['process', 'globalThis', 'require', 'Function', 'self', '__import__', 'eval']) {
      expect(compile(`{{ ${name} is defined }}`).evaluate({})).toBe(false);
    }
  });

  it('by changing what it was given', () => {
    const given = { list: [1, 2], map: { a: 1 } };
    for (const change of [
      'list.append(3)',
      'list.pop()',
      'list.clear()',
      'map.update({"b": 2})',
      'map.pop("a")',
      'list.sort()',
    ]) {
      expect(() => compile(`{{ ${change} }}`).evaluate(given)).toThrow(
        expect.objectContaining({ code: 'template_read_only' }),
      );
    }
    expect(given).toEqual({ list: [1, 2], map: { a: 1 } });
  });

  it('by a key called __proto__', () => {
    const made = compile("{{ {'__proto__': {'polluted': 1}} }}").evaluate() as Record<string, unknown>;
    expect(Object.keys(made)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(compile('{{ \'{"__proto__": {"polluted": 1}}\'|fromjson }}').evaluate()).toBeTypeOf('object');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('a template that asks for too much ends in a budget error', () => {
  const greedy = [
    '{{ range(10**9) }}',
    '{{ range(10**9)|list }}',
    '{% for i in range(10**9) %}x{% endfor %}',
    "{{ 'a' * 10**9 }}",
    '{{ [0] * 10**9 }}',
    "{{ 'a'.ljust(10**9) }}",
    "{{ 'a'|center(10**9) }}",
    "{{ '%1000000000d' % 1 }}",
    "{{ '{:1000000000}'.format(1) }}",
    "{{ ('a' * 10**6)|replace('a', 'b' * 10**6) }}",
    "{{ (['a' * 10**5] * 10**5)|join }}",
    '{{ 10 ** 100000 }}',
    "{{ ('9' * 10**6)|int * 1 }}",
    '{{ [1]|batch(10**9, 0)|list }}',
    '{{ [1]|slice(10**9)|list }}',
    "{{ 'a'.zfill(10**9) }}",
    "{{ 'a\tb'.expandtabs(10**9) }}",
    "{{ 'x\n'|indent(10**9) }}",
    '{{ lipsum(n=10**9) }}',
    '{{ [1, [2]]|tojson(indent=10**9) }}',
    '{% macro f(n) %}{{ f(n + 1) }}{% endmacro %}{{ f(0) }}',
    '{% for x in [[1]] recursive %}{{ loop([x]) }}{% endfor %}',
    `{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`,
    `{{ ${'[1]|sum + '.repeat(5000)}1 }}`,
    `{{ x${'.y'.repeat(100_000)} }}`,
    `${'{% if 1 %}'.repeat(3000)}${'{% endif %}'.repeat(3000)}`,
    `{% set a = [1] %}${'{% set a = [a, a] %}'.repeat(60)}{{ a }}`,
    `{% set a = [1] %}${'{% set a = [a, a] %}'.repeat(60)}{{ a == [a] or a|tojson }}`,
    '{% set a = [] %}{% set _ = a.append(a) %}{{ a }}',
    '{% set a = [] %}{% set _ = a.append(a) %}{{ a|tojson }}',
    '{% set a, b = [], [] %}{% set _ = a.append(a), b.append(b) %}{{ a == b }}',
  ];
  for (const source of greedy) {
    it(source.length > 70 ? `${source.slice(0, 70)}…` : source, () => {
      const run = () => compile(source).renderText();
      expect(run).toThrow(TemplateError);
      expect(run).toThrow(expect.objectContaining({ code: 'template_budget' }));
    });
  }

  it('also when the result is taken as a native value', () => {
    const doubled = `{% set ns = namespace(a=[1]) %}${'{% set ns.a = [ns.a, ns.a] %}'.repeat(60)}{{ ns.a|length }}`;
    expect(compile(doubled).renderText()).toBe('2');
    expect(() => compile(`{{ [range(10**5)] * 10**4 }}`).evaluate()).toThrow(TemplateError);
  });

  it('with the budgets of its environment', () => {
    const small = new Environment({ budgets: { steps: 100 } });
    expect(() => small.compile('{% for i in range(101) %}{% endfor %}').renderText()).toThrow(
      /steps budget of 100/,
    );
    expect(small.compile('{% for i in range(50) %}{% endfor %}').renderText()).toBe('');
  });
});
