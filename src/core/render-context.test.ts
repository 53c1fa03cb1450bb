import { describe, expect, it } from 'vitest';
import { EMPTY_MAPPING, mappingOf, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { RESERVED_NAMES } from '../playbook/reserved-names.ts';
import { compile } from '../template/index.ts';
import type { Event } from './event.ts';
import { fold } from './fold/fold.ts';
import { baseContext, extendContext, type Load } from './render-context.ts';
import type { Result } from './result.ts';

let lastId = 0;
const stamp = () => ({ id: String(++lastId), at: 0 });

const start = (workload: Record<string, PlainValue> = {}): Event => ({
  ...stamp(),
  type: 'playbook_started',
  executionId: '7',
  catalogId: '8',
  path: 'a/b',
  version: '3',
  hash: 'h',
  workload: mappingOf(Object.entries(workload)),
  entry: 'start',
  parent: undefined,
  concurrency: undefined,
  rerunOf: undefined,
  skip: undefined,
});

const inline = (data: PlainValue): Result => ({ kind: 'inline', data });

function finished(step: string, result: Result, run = 1): Event[] {
  return [
    { ...stamp(), type: 'step.enter', step, run, arrivals: [], loop: undefined },
    { ...stamp(), type: 'step.exit', step, run, outcome: { status: 'COMPLETED', result } },
  ];
}

function finishedLoop(step: string, data: readonly PlainValue[], failed: readonly number[] = []): Event[] {
  const error = { kind: 'exception', message: 'no', retryable: false };
  const settled = data.map((item, index) => ({
    index,
    attempt: 1,
    result: inline(item),
    error: undefined,
    ctx: EMPTY_MAPPING,
  }));
  const loop = { total: data.length, maxInFlight: undefined, items: inline([]) };
  return [
    { ...stamp(), type: 'step.enter', step, run: 1, arrivals: [], loop },
    {
      ...stamp(),
      type: 'iteration_completed',
      step,
      run: 1,
      settled: settled.filter(({ index }) => !failed.includes(index)),
    },
    {
      ...stamp(),
      type: 'iteration_failed',
      step,
      run: 1,
      settled: settled.filter(({ index }) => failed.includes(index)).map(each => ({ ...each, error })),
    },
    { ...stamp(), type: 'step.exit', step, run: 1, outcome: { status: 'COMPLETED', result: inline(data) } },
  ];
}

const set = (values: Record<string, PlainValue>): Event => ({
  ...stamp(),
  type: 'ctx.updated',
  step: undefined,
  gen: '1',
  values: mappingOf(Object.entries(values)),
});

const refuse: Load = () => {
  throw new Error('nothing may be loaded');
};

const contextOf = (events: readonly Event[], load = refuse) => baseContext(fold(events), { load });

const render = (template: string, events: readonly Event[], load = refuse) =>
  compile(template).evaluate(contextOf(events, load));

describe('the context of templates', () => {
  it('has variables before results, and results before the workload, which keeps its own', () => {
    const events = [
      start({ a: 'w', b: 'w', c: 'w' }),
      ...finished('b', inline('s')),
      ...finished('c', inline('s')),
      set({ c: 'v' }),
    ];
    expect(render('{{ [a, b, c, workload.a, workload.b, workload.c] }}', events)).toEqual([
      'w',
      's',
      'v',
      'w',
      'w',
      'w',
    ]);
  });

  it('looks `ctx.x` up among variables, then in the workload, then among results', () => {
    const events = [
      start({ a: 'w', b: 'w' }),
      ...finished('b', inline('s')),
      ...finished('c', inline('s')),
      set({ a: 'v' }),
    ];
    expect(render('{{ [ctx.a, ctx.b, ctx.c, vars.a] }}', events)).toEqual(['v', 'w', 's', 'v']);
    expect(render('{{ ctx.nothing is defined }}', events)).toBe(false);
  });

  it('lists under `ctx` what was written, and no more', () => {
    expect(render('{{ ctx | tojson }}', [start({ a: 1 }), set({ b: 2 })])).toBe('{"b":2}');
  });

  it('lets nothing shadow a reserved name', () => {
    const names = Object.fromEntries(RESERVED_NAMES.map(name => [name, 'mine']));
    const events = [
      start(names),
      ...RESERVED_NAMES.flatMap(name => finished(name, inline('mine'))),
      set(names),
    ];
    const context = extendContext(contextOf(events), names);
    expect(RESERVED_NAMES.map(name => context[name])).not.toContain('mine');
    expect(context).toMatchObject({ execution_id: '7', catalog_id: '8', path: 'a/b', version: '3' });
    expect(context.job).toEqual({ uuid: '7', id: '7', execution_id: '7' });
  });

  it('knows nothing that was not put there: no prototype shines through', () => {
    const context = contextOf([start(), ...finished('s', inline({}))]);
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(Object.hasOwn(context, name)).toBe(false);
      expect(
        compile(`{{ ctx.${name} is defined or steps.${name} is defined or s.${name} is defined }}`).evaluate(
          context,
        ),
      ).toBe(false);
    }
  });

  it('cannot be written to', () => {
    const context = contextOf([start({ a: 1 })]) as Record<string, unknown>;
    expect(() => Object.assign(context, { a: 2 })).toThrow(TypeError);
  });

  it('follows a state that changes under it', () => {
    const draft = { ...fold([start()]) };
    const context = baseContext(draft, { load: refuse });
    expect(context.x).toBeUndefined();
    Object.assign(draft, { ctx: mappingOf([['x', 1]]) });
    expect(context.x).toBe(1);
  });

  it('puts the names of one evaluation before the others', () => {
    const base = contextOf([start({ a: 1, b: 1 })]);
    const context = extendContext(base, { b: 2, c: 3 });
    expect(compile('{{ [a, b, c, d is defined] }}').evaluate(context)).toEqual([1, 2, 3, false]);
    expect(Object.keys(context)).toEqual(expect.arrayContaining(['a', 'b', 'c', 'steps']));
  });
});

describe('a result in templates', () => {
  it('is read with and without `.data`, and prints as the data alone', () => {
    const events = [start(), ...finished('s', inline({ n: 1, rows: [{ x: 2 }] }))];
    expect(render('{{ [s.n, s.data.n, s.result.n, s.rows[0].x, s.data.rows | length] }}', events)).toEqual([
      1, 1, 1, 2, 1,
    ]);
    expect(render('{{ s | tojson }}', events)).toBe('{"n":1,"rows":[{"x":2}]}');
  });

  it('keeps a `data` of its own', () => {
    const events = [start(), ...finished('s', inline({ status_code: 200, data: { id: 5 } }))];
    expect(render('{{ [s.status_code, s.data.id] }}', events)).toEqual([200, 5]);
  });

  it('of a pipeline has its tasks by label, under `results`, and their fields, the last task first', () => {
    const data = {
      __pipeline: ['b', 'a'],
      a: { v: 'from a', only: 1 },
      b: { v: 'from b', rest: 2 },
      _context_updates: { x: 1 },
    };
    const events = [start(), ...finished('s', inline(data))];
    expect(
      render('{{ [s.v, s.only, s.rest, s.b.v, s.b.data.v, s.results.a.only, s.data.rest] }}', events),
    ).toEqual([...['from a', 1, 2, 'from b', 'from b', 1, 2]]);
    expect(render("{{ s._context_updates is defined or s['__pipeline'] is defined }}", events)).toBe(false);
  });

  it('that merely looks like a pipeline is left alone', () => {
    const events = [start(), ...finished('s', inline({ first: { x: 1 }, second: { x: 2 } }))];
    expect(render('{{ [s.x is defined, s.first.x] }}', events)).toEqual([false, 1]);
  });

  it('of a loop is a list and a record', () => {
    const events = [start(), ...finishedLoop('s', [{ n: 1 }, null, { n: 3 }], [1])];
    expect(
      render('{{ [s | length, s[0].n, s[2].n, s.results[0].n, s.data | length, s.count] }}', events),
    ).toEqual([3, 1, 3, 1, 3, 3]);
    expect(render('{{ s.stats }}', events)).toEqual({ total: 3, success: 2, failed: 1, skipped: 0 });
    expect(render('{{ [s.failed_items[0].index, s.failed_items[0].error.message] }}', events)).toEqual([
      1,
      'no',
    ]);
    expect(render('{% for item in s %}{{ item.n | default("-") }}{% endfor %}', events)).toBe('1-3');
  });

  it('of a loop of pipelines has flattened elements', () => {
    const data = [{ __pipeline: ['a'], a: { v: 1 } }];
    expect(render('{{ [s[0].v, s[0].a.v] }}', [start(), ...finishedLoop('s', data)])).toEqual([1, 1]);
  });

  it('that is a list or a scalar is itself', () => {
    const events = [
      start(),
      ...finished('l', inline([1, 2])),
      ...finished('n', inline(null)),
      ...finished('t', inline('x')),
    ];
    expect(render('{{ [l | sum, l.data | length, n is none, t] }}', events)).toEqual([3, 2, true, 'x']);
  });

  it('is the same object at every access', () => {
    const context = contextOf([start(), ...finished('s', inline({ n: 1 })), ...finishedLoop('l', [1])]);
    expect(context.s).toBe(context.s);
    expect(context.l).toBe(context.l);
  });

  it('of a step that has none is undefined, as is that of a step nobody entered', () => {
    const events = [start(), ...finished('router', { kind: 'none' })];
    expect(render('{{ [router is defined, nobody is defined] }}', events)).toEqual([false, false]);
  });
});

describe('a stored result', () => {
  const data = mappingOf([
    ['rows', [1, 2, 3]],
    ['total', 3],
  ]);
  const stored = (extracted: PlainMapping): Result => ({
    kind: 'stored',
    ref: { uri: 'noetl://x', sha256: 's', bytes: 9, extracted },
  });
  const extracted = mappingOf([['total', 3]]);

  it('is loaded by the first read of a field that was not extracted, and not before', () => {
    const events = [start(), ...finished('s', stored(extracted))];
    expect(render('{{ [s.total, s._ref, s._store, s._preview.total, s is defined] }}', events)).toEqual([
      ...[3, 'noetl://x', 'noetl', 3, true],
    ]);
    expect(() => render('{{ s.rows | length }}', events)).toThrow('nothing may be loaded');
    expect(render('{{ [s.rows | length, s.data.total] }}', events, () => data)).toEqual([3, 3]);
  });

  it('without extracted fields is loaded when it is read, and may be a list', () => {
    const events = [start(), ...finished('s', stored(EMPTY_MAPPING))];
    expect(() => render('{{ s }}', events)).toThrow('nothing may be loaded');
    expect(render('{{ [s | length, s._ref] }}', events, () => [1, 2])).toEqual([2, 'noetl://x']);
    expect(render('{{ [s.total, s._ref] }}', events, () => data)).toEqual([3, 'noetl://x']);
  });

  it('is not touched by templates that read other names', () => {
    const events = [
      start({ a: 1 }),
      ...finished('s', stored(EMPTY_MAPPING)),
      ...finished('t', inline({ n: 2 })),
    ];
    expect(render('{{ [a, t.n, steps.s.status, s is defined and true] }}', [...events], () => data)).toEqual([
      1,
      2,
      'COMPLETED',
      true,
    ]);
    expect(render('{{ [a, t.n, steps.s.status, steps.s.run] }}', events)).toEqual([1, 2, 'COMPLETED', 1]);
  });

  it('of a large loop is a list that is a record, and loaded when its items are read', () => {
    const loop = finishedLoop('s', [1, 2]).with(-1, {
      ...stamp(),
      type: 'step.exit',
      step: 's',
      run: 1,
      outcome: { status: 'COMPLETED', result: { kind: 'collected', uri: 'noetl://l', length: 2 } },
    });
    expect(render('{{ [s | length, s.stats.total] }}', [start(), ...loop])).toEqual([2, 2]);
    expect(() => render('{{ s[1] }}', [start(), ...loop])).toThrow('nothing may be loaded');
    expect(render('{{ [s[1], s | sum] }}', [start(), ...loop], () => [1, 2])).toEqual([2, 3]);
  });
});

describe('`steps`', () => {
  it('tells status, error, run and attempt of every step that was entered', () => {
    const error = { kind: 'timeout', message: 'slow', retryable: true, statusCode: 504 };
    const events: Event[] = [
      start(),
      ...finished('s', inline({ n: 1 })),
      ...finished('s', inline({ n: 2 }), 2),
      { ...stamp(), type: 'step.enter', step: 'f', run: 1, arrivals: [], loop: undefined },
      {
        ...stamp(),
        type: 'step.exit',
        step: 'f',
        run: 1,
        outcome: { status: 'FAILED', error, result: { kind: 'none' } },
      },
    ];
    expect(
      render(
        '{{ [steps.s.status, steps.s.run, steps.s.data.n, steps.s.context.data.n, steps.s.error] }}',
        events,
      ),
    ).toEqual([...['COMPLETED', 2, 2, 2, null]]);
    expect(
      render(
        '{{ [steps.f.status, steps.f.error.kind, steps.f.error.status_code, steps.f.attempt] }}',
        events,
      ),
    ).toEqual([...['FAILED', 'timeout', 504, 0]]);
  });
});
