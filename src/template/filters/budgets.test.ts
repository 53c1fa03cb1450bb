import { describe, expect, it } from 'vitest';
import { compile, TemplateError } from '../index.ts';

/** What a hostile template asks for, and which would take gigabytes or hours. */
const ATTACKS = [
  "'a'|center(10 ** 10)",
  "'a'.ljust(10 ** 10)",
  "'a'.zfill(10 ** 12)",
  "'\\t'.expandtabs(10 ** 10)",
  "('a\\n' * 100000)|indent(10 ** 6)",
  "('a' * 10000)|replace('a', 'b' * 10000)",
  "('a' * 10000)|replace('', 'b' * 10000)",
  "('a' * 5000)|join('b' * 10000)",
  "('b' * 10000).join('a' * 5000)",
  '[1]|batch(10 ** 9, 0)|list',
  '[1]|slice(10 ** 9)|list',
  "'%1000000000d'|format(1)",
  "'%.*f'|format(10 ** 9, 1.5)",
  "'%(a)s%(a)s' * 100000 % {'a': 'x' * 10000}",
  "('{0}' * 100000).format('x' * 10000)",
  "('a b ' * 10000)|wordwrap(1, wrapstring='x' * 10000)",
  '([[1] * 1000] * 1000)|tojson(indent=10 ** 6)',
  'lipsum(10 ** 9)',
  'range(10 ** 9)',
  "[['x' * 100000] * 1000]|map('map', 'upper')|map('list')|list",
  "(['x' * 100000] * 1000)|sort",
  "(['x' * 100000] * 1000)|unique|list",
  "(['x' * 100000] * 100000)|map('length')|sum",
  "([(['x'] * 1000,) * 1000] * 1000)|tojson",
  "('[' * 1000000)|fromjson",
];

describe('a built-in that is asked for too much ends in a budget error', () => {
  it.each(ATTACKS)('%s', expression => {
    const run = () => compile(`{{ ${expression} }}`).evaluate();
    expect(run).toThrow(TemplateError);
    expect(run).toThrow(expect.objectContaining({ code: 'template_budget' }));
  });

  it.each(['tojson', 'pprint', 'flatten', 'string'])('%s of a list that holds itself', filter => {
    const source = `{% set l = [1] %}{% set _ = l.append(l) %}{{ l|${filter} }}`;
    expect(() => compile(source).renderText()).toThrow('depth budget');
  });
});

/** Inputs that make a careless pattern or search quadratic: a million characters each. */
const SLOW = [
  "(' ' * 10 ** 6 ~ 'x')|trim|length",
  "('<' * 10 ** 6)|striptags|length",
  "('<!--' * 250000)|striptags|length",
  "('a' * 10 ** 6)|wordwrap(1)|length",
  "('a--' * 300000)|wordwrap(20)|length",
  "('www.' * 200000)|urlize|length",
  "(')' * 900000)|urlize|length",
  "('1' * 10 ** 6 ~ 'x')|float",
  "('%(' * 500000)|wordcount",
  "('a' * 10 ** 6).find('a' * 200000 ~ 'b' ~ 'a' * 200000)",
  "('a' * 10 ** 6).rfind('a' * 200000 ~ 'b' ~ 'a' * 200000)",
  "('a' * 200000 ~ 'b' ~ 'a' * 200000) in ('a' * 10 ** 6)",
];

describe('a built-in takes linear time', () => {
  it.each(SLOW)('%s', { timeout: 30_000 }, expression => {
    expect(() => compile(`{{ ${expression} }}`).evaluate()).not.toThrow();
  });
});

describe('an error of a built-in shows no value', () => {
  const secret = 'hunter2';
  const calls = [
    's|abs',
    's|round',
    's|filesizeformat',
    's|fromjson',
    's|dictsort',
    's|xmlattr',
    '[1, s]|sort',
    '[1, s]|sum',
    's|to_datetime',
    "s|to_datetime('%Y')",
    's.index("zz")',
    's is divisibleby 3',
    "{s: 1}.pop('other')",
    '[s].index(1)',
    '[s].remove(1)',
    's|b64decode|b64decode',
    's|hash(s)',
    's|regex_search("[" ~ s)',
    '[1]|map(s)',
    '[1]|select(s)',
    's|items',
    's|combine({})',
    "'%d'|format(s)",
    's|int(base=s)',
    'range(s)',
    'dict([s])',
    'timedelta(days=s)',
    's.join([1])',
    '[s]|unique(attribute=[s])',
    's|truncate(s)',
    's.center(10, s)',
    '[s].append',
  ];
  it.each(calls)('%s', expression => {
    try {
      compile(`{{ ${expression} }}`).renderText({ s: secret });
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateError);
      expect((error as Error).message).not.toContain(secret);
    }
  });
});
