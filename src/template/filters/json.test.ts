import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, TemplateError } from '../index.ts';

const value = (expression: string, context = {}) => compile(`{{ ${expression} }}`).evaluate(context);

describe('tojson', () => {
  it.each([
    ['{"b": [1, 2.0, none, true], "a": {}}', '{"b":[1,2.0,null,true],"a":{}}'],
    ['"<é>\\n\'"', '"<é>\\n\'"'],
    ['{1: 1, none: 2, true: 3, 1.5: 4}', '{"1":1,"null":2,"true":3,"1.5":4}'],
    ['(1, (2,))', '[1,[2]]'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e22', '1e+22'],
    ['range(3)', '[0,1,2]'],
    ['[1, 2]|select', '[1,2]'],
    ['{"a": 1}.items()', '[["a",1]]'],
  ])('of %s', (expression, expected) => expect(value(`(${expression})|tojson`)).toBe(expected));

  it('indents as Python does', () => {
    expect(value('{"a": [1, {}], "b": []}|tojson(indent=2)')).toBe(
      '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}',
    );
  });

  it.each([
    ['[missing]', 'undefined'],
    ["['inf'|float]", 'not finite'],
    ['namespace(a=1)', 'namespace'],
    ['range', 'function'],
    ['{(1, 2): 3}', 'tuple'],
  ])('refuses %s', (expression, message) => expect(() => value(`${expression}|tojson`)).toThrow(message));
});

describe('fromjson', () => {
  it('reads every JSON, and tojson writes it back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), data => {
        const json = JSON.stringify(data);
        expect(JSON.parse(value('s|fromjson|tojson', { s: json }) as string)).toEqual(JSON.parse(json));
      }),
    );
  });

  it('keeps big integers exact and floats floats', () => {
    expect(value("'[9007199254740993, -9007199254740993, 10]'|fromjson")).toEqual([
      9007199254740993n,
      -9007199254740993n,
      10,
    ]);
    expect(compile("{{ '[1.0, 1e2, 1]'|fromjson }}.").renderText()).toBe('[1.0, 100.0, 1].');
  });

  it('makes `__proto__` a key like any other', () => {
    const read = value('s|fromjson', { s: '{"__proto__": {"a": 1}}' }) as object;
    expect(Object.keys(read)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(read)).toBeNull();
  });

  it.each([
    '',
    '{',
    '[1,]',
    '{"a":1,}',
    "{'a':1}",
    '01',
    '1.',
    '"a',
    '"\n"',
    'nul',
    'NaN',
    '[1] 2',
    '{"a" 1}',
    '"\\x"',
  ])('says where %j is wrong and shows nothing of it', source => {
    expect(() => JSON.parse(source)).toThrow();
    expect(() => value('s|fromjson', { s: source })).toThrow(
      /'fromjson' expected .* at character \d+ of the text/,
    );
  });

  it('shows no part of the text in its errors', () => {
    try {
      value('s|fromjson', { s: '{"password": hunter2}' });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateError);
      expect((error as Error).message).not.toContain('hunter2');
      expect((error as Error).message).toContain('character 13');
    }
  });
});
