import { describe, expect, it } from 'vitest';
import { compile, compileCondition, Environment, renderDeep, TemplateError } from './index.ts';

function errorOf(run: () => unknown): TemplateError {
  try {
    run();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('evaluate', () => {
  it('gives the native value of a lone expression', () => {
    expect(compile('{{ a }}').evaluate({ a: [1, { b: null }] })).toEqual([1, { b: null }]);
    expect(compile('  {{ 1 + 1 }}\n').evaluate()).toBe(2);
    expect(compile('{{ 4 / 2 }}').evaluate()).toBe(2);
    expect(compile("{{ '007' }}").evaluate()).toBe('007');
    expect(compile("{{ '' }}").evaluate()).toBe('');
    expect(compile('{{ missing.x.y }}').evaluate()).toBeUndefined();
  });

  it('gives text as soon as anything stands beside the expression', () => {
    expect(compile('{{ 1 }}{{ 2 }}').evaluate()).toBe('12');
    expect(compile('v{{ none }}').evaluate()).toBe('vNone');
    expect(compile('{{ t }},{{ missing }}').evaluate({ t: true })).toBe('True,');
  });

  it('returns what the context holds without copying it', () => {
    const document = { rows: [{ id: 1 }] };
    expect(compile('{{ doc }}').evaluate({ doc: document })).toBe(document);
    expect(compile('{{ doc.rows|default([]) }}').evaluate({ doc: document })).toBe(document.rows);
    expect(compile('{{ [doc][0] }}').evaluate({ doc: document })).toBe(document);
  });

  it('lets errors of the context itself pass unchanged', () => {
    const notLoaded = new Error('not loaded');
    const context = Object.defineProperty({}, 'step', {
      enumerable: true,
      get() {
        throw notLoaded;
      },
    });
    expect(() => compile('{{ step.x }}').evaluate(context)).toThrow(notLoaded);
  });

  it('reads lists that carry named fields beside their items', () => {
    const loop = Object.assign([10, 20], { stats: { total: 2 } });
    expect(
      compile('{{ loop_step|length }}/{{ loop_step[1] }}/{{ loop_step.stats.total }}').evaluate({
        loop_step: loop,
      }),
    ).toBe('2/20/2');
  });

  it('keeps integers exact beyond 2^53', () => {
    expect(compile('{{ 9007199254740993 + 1 }}').evaluate()).toBe(9007199254740994n);
    expect(compile('{{ 2 ** 64 }}').renderText()).toBe('18446744073709551616');
    expect(compile('{{ (2 ** 64) // 2 ** 60 }}').evaluate()).toBe(16);
  });

  it('compares ids, which are strings of digits, with integers by value', () => {
    const context = { execution_id: '478775660589088776' };
    expect(compile('{{ execution_id == 478775660589088776 }}').evaluate(context)).toBe(true);
    expect(compile('{{ execution_id > 478775660589088775 }}').evaluate(context)).toBe(true);
    expect(compile('{{ execution_id }}!').evaluate(context)).toBe('478775660589088776!');
    expect(compile("{{ '1' == 1 }}").evaluate()).toBe(false);
  });

  it('finds the own key of a mapping before a method of the same name', () => {
    expect(compile('{{ start.items }}').evaluate({ start: { items: [1] } })).toEqual([1]);
    expect(compile('{{ start.items()|list }}').evaluate({ start: { a: 1 } })).toEqual([['a', 1]]);
  });

  it('lets a variable shadow a global of the same name', () => {
    expect(compile('{{ range }}').evaluate({ range: 5 })).toBe(5);
    expect(compile('{% set dict = 1 %}{{ dict }}').evaluate()).toBe('1');
  });

  it('falls through `.result` where there is no such key', () => {
    expect(compile('{{ step.result.y }}').evaluate({ step: { y: 1 } })).toBe(1);
    expect(compile('{{ step.result.y }}').evaluate({ step: { y: 1, result: { y: 2 } } })).toBe(2);
    expect(compile('{{ step.result is defined }}').evaluate({ step: { y: 1 } })).toBe(false);
  });

  it('asks the caller for the time, ids and the environment', () => {
    const host = {
      now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
      uuid: () => 'u-1',
      env: (name: string) => (name === 'HOME' ? '/h' : undefined),
    };
    expect(compile('{{ now() }}').evaluate({}, host)).toBe('2026-01-02T03:04:05Z');
    expect(compile("{{ (now() - timedelta(days=1)).strftime('%Y-%m-%d') }}").evaluate({}, host)).toBe(
      '2026-01-01',
    );
    expect(compile('{{ uuid() }}').evaluate({}, host)).toBe('u-1');
    expect(compile("{{ env('HOME') }}{{ env('NOPE', 'x') }}").evaluate({}, host)).toBe('/hx');
    expect(errorOf(() => compile('{{ now() }}').evaluate()).code).toBe('template_unavailable');
  });
});

describe('conditions', () => {
  it('may be written with or without braces', () => {
    expect(compileCondition('a > 1').test({ a: 2 })).toBe(true);
    expect(compileCondition('{{ a > 1 }}').test({ a: 1 })).toBe(false);
    expect(compileCondition('{% if a %}yes{% endif %}').test({ a: 0 })).toBe(false);
    expect(compileCondition('').test()).toBe(false);
  });

  it('take texts that say no for false', () => {
    for (const text of [
      'false',
      'False',
      ' 0 ',
      'no',
      'NONE',
      'null',
      'off',
      'undefined',
      '{}',
      '[]',
      '',
      ' ',
    ]) {
      expect(compile('{{ x }}').test({ x: text }), text).toBe(false);
    }
    for (const text of ['true', 'yes', '1', 'x', '[0]'])
      expect(compile('{{ x }}').test({ x: text }), text).toBe(true);
  });

  it('otherwise follow the truth of Python', () => {
    for (const value of [0, null, undefined, [], {}, false])
      expect(compileCondition('x').test({ x: value })).toBe(false);
    for (const value of [1, [0], { a: 1 }, true]) expect(compileCondition('x').test({ x: value })).toBe(true);
  });
});

describe('paths', () => {
  const paths = (source: string) => compile(source).paths;

  it('are the dotted paths a template reads', () => {
    expect(paths("{{ workload.url }}/{{ list.data[0].id }}?{{ d['key'] }}")).toEqual([
      'workload.url',
      'list.data.0.id',
      'd.key',
    ]);
    expect(paths('{{ a.b[c.d].e }}')).toEqual(['a.b', 'c.d']);
    expect(paths('{{ a.b|default(c) if x is defined else y.z() }}')).toEqual(['x', 'a.b', 'c', 'y']);
    expect(compileCondition("event.name == 'done'").paths).toEqual(['event.name']);
  });

  it('leave out what the template binds itself', () => {
    expect(
      paths('{% for u in users if u.on %}{{ u.name }}{{ loop.index }}{{ other }}{% endfor %}{{ u }}'),
    ).toEqual(['users', 'other', 'u']);
    expect(paths('{% set x = x + 1 %}{{ x }}')).toEqual(['x']);
    expect(paths('{% macro m(a, b=c) %}{{ a }}{{ b }}{{ d }}{{ varargs }}{% endmacro %}{{ m(e) }}')).toEqual([
      'c',
      'd',
      'e',
    ]);
    expect(paths('{% with a = b %}{{ a }}{% endwith %}')).toEqual(['b']);
    expect(paths('{% if t %}{% set x = 1 %}{% endif %}{{ x }}')).toEqual(['t', 'x']);
  });

  it('tell which reads provide for being undefined', () => {
    expect(compile('{{ a|default(1) + b }}').reads).toMatchObject([
      { path: 'a', isOptional: true },
      { path: 'b', isOptional: false, offset: 18 },
    ]);
  });
});

describe('errors', () => {
  it('name code, place and source line', () => {
    const error = errorOf(() => compile('line one\nvalue: {{ n + text }}').renderText({ n: 1, text: 'x' }));
    expect(error).toMatchObject({ code: 'template_type', line: 2, column: 13 });
    expect(error.frame).toBe('2 | value: {{ n + text }}\n  |             ^');
    expect(error.hint).toContain('~');
  });

  it('suggest the nearest variable, attribute, filter, test, argument and statement', () => {
    const hint = (source: string) =>
      errorOf(() => compile(source).renderText({ workload: { api_url: 'x' }, s: 'x' })).hint;
    expect(hint('{{ wrkload.api_url ~ (wrkload + 1) }}')).toBe("did you mean 'workload'?");
    expect(hint('{{ workload.apiurl + 1 }}')).toBe("did you mean 'api_url'?");
    expect(hint('{{ s.uper() }}')).toBe("did you mean 'upper'?");
    expect(hint('{{ s|uppr }}')).toBe("did you mean 'upper'?");
    expect(hint('{{ s is defned }}')).toBe("did you mean 'defined'?");
    expect(hint('{{ s|round(precison=1) }}')).toBe("did you mean 'precision'?");
    expect(hint('{% fro x in s %}{% endfor %}')).toBe("did you mean 'for'?");
  });

  it('never repeat a value', () => {
    const secret = 'hunter2-secret';
    const context = { secret, map: { [secret]: secret }, list: [secret] };
    const sources = [
      '{{ secret + 1 }}',
      '{{ secret|int + map }}',
      '{{ map + 1 }}',
      '{{ secret|fromjson }}',
      '{{ -secret }}',
      '{{ secret < 1 }}',
      "{{ '%d' % secret }}",
      '{{ secret() }}',
      '{{ list.index(1) }}',
      '{{ secret|regex_search("(") }}',
      '{{ secret|to_datetime }}',
      '{% for a, b in list %}{% endfor %}',
      '{{ secret|round }}',
      "{{ '{:d}'.format(secret) }}",
      '{{ map[secret] + 1 }}',
      '{{ map.pop(secret) }}',
      '{{ dict(secret) }}',
      '{{ secret|hash(secret) }}',
      '{{ now().strftime(secret) }}',
      '{{ secret|map(secret) }}',
      '{{ list|select(secret) }}',
    ];
    for (const source of sources) {
      const error = errorOf(() => compile(source).renderText(context));
      expect(error.message, source).not.toContain(secret);
    }
  });

  it('in strict mode report what is printed, compared or looped over and not defined', () => {
    const strict = new Environment({ strict: true });
    for (const source of [
      '{{ usr }}',
      'a{{ usr }}',
      '{{ usr == 1 }}',
      "{{ 'a' ~ usr }}",
      '{% for x in usr %}{% endfor %}',
      '{{ 1 in usr }}',
    ]) {
      const error = errorOf(() => strict.compile(source).evaluate({ user: 1 }));
      expect(error).toMatchObject({ code: 'template_undefined', hint: "did you mean 'user'?" });
    }
    expect(strict.compile("{{ usr|default('x') }}{{ usr is defined }}").evaluate({})).toBe('xFalse');
  });

  it('always report an undefined field below keychain', () => {
    const error = errorOf(() =>
      compile("{{ keychain.shop.tokn|default('') }}").evaluate({ keychain: { shop: { token: 'x' } } }),
    );
    expect(error).toMatchObject({ code: 'template_undefined_secret' });
    expect(compile('{{ keychain.shop.token }}').evaluate({ keychain: { shop: { token: 'x' } } })).toBe('x');
  });
});

describe('renderDeep', () => {
  it('renders strings at any depth, keys included, and keeps native values', () => {
    const rendered = renderDeep(
      { 'k_{{ n }}': ['{{ list }}', { x: 'n={{ n }}' }], plain: 1 },
      { n: 3, list: [1, 2] },
    );
    expect(rendered).toEqual({ k_3: [[1, 2], { x: 'n=3' }], plain: 1 });
  });

  it('passes through what holds no template', () => {
    const value = { a: ['x', { b: null }], d: new Date(0) };
    expect(renderDeep(value, {})).toBe(value);
  });
});

describe('an environment', () => {
  it('takes filters, tests, functions and values of the program', () => {
    const environment = new Environment({
      filters: { shout: (text: string, mark = '!') => `${text.toUpperCase()}${mark}` },
      tests: { short: (text: string) => text.length < 3 },
      globals: { double: (n: number) => n * 2, limit: 10 },
    });
    expect(environment.compile("{{ 'a'|shout }}{{ 'a'|shout('?') }}").evaluate()).toBe('A!A?');
    expect(environment.compile("{{ 'ab' is short and double(4) < limit }}").evaluate()).toBe(true);
  });

  it('compiles the same source once', () => {
    const environment = new Environment();
    expect(environment.compile('{{ a }}')).toBe(environment.compile('{{ a }}'));
  });
});
