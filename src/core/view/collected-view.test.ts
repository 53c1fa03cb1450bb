import { describe, expect, it } from 'vitest';
import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { compile } from '../../template/index.ts';
import { NeedRef } from '../decide/need-ref.ts';
import { parseLoopUri } from '../loop-uri.ts';
import type { Result } from '../result.ts';
import { collectedView } from './collected-view.ts';
import { plainData } from './plain-data.ts';

const uri = 'noetl://execution/1/loop/each/1';
const results = Array.from({ length: 5000 }, (_, index) => mappingOf([['n', index]]));
const failure = { kind: 'exception', message: 'no', retryable: false };
const outcome = {
  stats: { total: 5000, success: 4999, failed: 1, skipped: 0 },
  errors: [{ index: 7, error: failure }],
};

/** What the template gives, and the addresses that were loaded for it, in order. */
function read(template: string): { value: PlainValue; loaded: string[] } {
  const values = new Map<string, PlainValue>();
  const load = (result: Result): PlainValue => {
    const address = result.kind === 'collected' ? result.uri : '';
    const value = values.get(address);
    if (value === undefined) throw new NeedRef(address);
    return value;
  };
  for (;;) {
    const each = collectedView({ kind: 'collected', uri, length: 5000 }, load, outcome);
    try {
      const value = plainData(compile(template).evaluate({ each }));
      return { value, loaded: [...values.keys()].map(address => address.slice(uri.length) || 'all') };
    } catch (error) {
      if (!(error instanceof NeedRef)) throw error;
      const part = parseLoopUri(error.uri)?.part;
      values.set(error.uri, part === undefined ? results : results.slice(part * 1000, (part + 1) * 1000));
    }
  }
}

describe('the results of a large loop in a template', () => {
  it.each([
    ['{{ each | length }}', 5000],
    ['{{ each.count }}', 5000],
    ['{{ each.results | length }}', 5000],
    ['{{ each.data | count }}', 5000],
    ['{{ each.stats.failed }}', 1],
    ['{{ each.failed_items[0].index }}', 7],
    ['{{ each.failed_items[0].error.message }}', 'no'],
    ['{{ "some" if each else "none" }}', 'some'],
    ['{{ each is sequence }}', true],
    ['{{ each.nothing is defined }}', false],
    ['{{ each[5000] is defined }}', false],
  ])('%s needs no loading', (template, value) => {
    expect(read(template)).toEqual({ value, loaded: [] });
  });

  it.each([
    ['{{ each[5].n }}', 5, ['#0']],
    ['{{ each.results[4999].n }}', 4999, ['#4']],
    ['{{ each[-1].n }}', 4999, ['#4']],
    ['{{ (each | last).n + (each | first).n }}', 4999, ['#4', '#0']],
    ["{{ {'n': 3} in each }}", true, ['#0']],
    ["{{ each[998:1002] | map(attribute='n') | list }}", [998, 999, 1000, 1001], ['#0', '#1']],
  ])('%s loads the parts it reads', (template, value, loaded) => {
    expect(read(template)).toEqual({ value, loaded });
  });

  it.each([
    ["{{ each | sum(attribute='n') }}", 12_497_500, ['all']],
    ['{{ each | map(attribute="n") | max }}', 4999, ['all']],
    ['{% for r in each %}{{ loop.last and r.n or "" }}{% endfor %}', 4999, ['#0', '#1', 'all']],
    ['{{ each[::1000] | length }}', 5, ['#0', '#1', 'all']],
  ])('%s loads all of them, once', (template, value, loaded) => {
    const got = read(template);
    expect([Number(got.value), got.loaded]).toEqual([Number(value), loaded]);
  });

  it('are the plain list where they are handed on', () => {
    expect(read('{{ each }}')).toEqual({ value: results, loaded: ['all'] });
    expect(JSON.parse(String(read('{{ each | tojson }}').value))).toEqual(results);
    const inside = read('{{ {"all": each, "n": 1} }}').value as PlainMapping;
    expect(inside.all).toEqual(results);
  });

  it('cannot be changed', () => {
    const each = collectedView({ kind: 'collected', uri, length: 2 }, () => results, outcome) as unknown[];
    expect(() => {
      each[0] = 1;
    }).toThrow(TypeError);
  });
});
