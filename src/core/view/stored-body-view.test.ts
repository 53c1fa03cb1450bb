import { describe, expect, it } from 'vitest';
import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { compile } from '../../template/index.ts';
import type { Result } from '../result.ts';
import { type BodyPreview, bodyReference, STORED_MARK } from '../stored-body.ts';
import { viewOf } from './data-view.ts';
import { plainData } from './plain-data.ts';
import { shownData } from './shown-result.ts';

const mapping = (fields: Record<string, PlainValue>): PlainMapping => mappingOf(Object.entries(fields));

/** A response whose body is stored under its name. */
const response = (name: string, preview: BodyPreview): PlainMapping =>
  mapping({
    status_code: 200,
    headers: mapping({ etag: 'x' }),
    data: bodyReference({ uri: `noetl://${name}`, sha256: 'abc', bytes: 5_000_000, extracted: {} }, preview),
    url: 'http://api/x',
    [STORED_MARK]: true,
  });

const OBJECT = response('object', { type: 'object', text: '{"items": [{' });
const ARRAY = response('array', { type: 'array', length: 3 });
const TEXT = response('text', { type: 'text', text: 'a,b' });
const BINARY = response('binary', { type: 'binary' });

const BODIES: Readonly<Record<string, PlainValue>> = {
  'noetl://object': mapping({ items: [mapping({ name: 'Ada' })], total: 7, status_code: 999 }),
  'noetl://array': [1, 2, mapping({ name: 'Bob' })],
  'noetl://text': 'a,b\n1,2',
  'noetl://binary': mapping({ base64: 'aGk=', size: 5_000_000 }),
};

/** What a template says of a result, and what was loaded for it. */
function seen(data: PlainValue, template: string): readonly [PlainValue, readonly string[]] {
  const loaded: string[] = [];
  const load = (result: Result) => {
    if (result.kind !== 'stored') throw new Error('only bodies are loaded');
    loaded.push(result.ref.uri);
    return BODIES[result.ref.uri];
  };
  const context = { fetch: viewOf(data, load) };
  const value = plainData(compile(template).evaluate(context, {}));
  return [value, [...new Set(loaded)]];
}

describe('a response whose body is stored', () => {
  it.each<[string, PlainMapping, string, PlainValue]>([
    [
      'its own fields',
      OBJECT,
      '{{ [fetch.status_code, fetch.headers.etag, fetch.url] }}',
      [200, 'x', 'http://api/x'],
    ],
    [
      'the reference',
      OBJECT,
      '{{ [fetch._ref, fetch.data._ref, fetch.body._ref] }}',
      Array(3).fill('noetl://object'),
    ],
    ['the store', ARRAY, '{{ [fetch._store, fetch.data._store] }}', ['noetl', 'noetl']],
    ['the preview', OBJECT, '{{ [fetch._preview.type, fetch.data._preview.bytes] }}', ['object', 5_000_000]],
    ['the length of a list', ARRAY, '{{ [fetch.data | length, fetch.body | length] }}', [3, 3]],
    ['the size of bytes', BINARY, '{{ fetch.data.size }}', 5_000_000],
  ])('tells %s without loading it', (_, data, template, expected) => {
    expect(seen(data, template)).toEqual([expected, []]);
  });

  it.each<[string, PlainMapping, string, PlainValue]>([
    ['a field', OBJECT, '{{ fetch.data["items"][0].name }}', 'Ada'],
    ['a field by the other name', OBJECT, '{{ fetch.body.total }}', 7],
    ['a field as if it were its own', OBJECT, '{{ [fetch.total, fetch.status_code] }}', [7, 200]],
    [
      'that a field is missing',
      OBJECT,
      '{{ fetch.data.nothing is defined or fetch.nothing is defined }}',
      false,
    ],
    [
      'an item',
      ARRAY,
      '{{ [fetch.data[2].name, fetch.data[0], fetch.data | last == fetch.data[2]] }}',
      ['Bob', 1, true],
    ],
    ['a slice', ARRAY, '{{ fetch.data[:2] }}', [1, 2]],
    ['items one by one', ARRAY, '{% for x in fetch.data[:2] %}{{ x }};{% endfor %}', '1;2;'],
    ['a text', TEXT, '{{ fetch.data.splitlines()[1] }}', '1,2'],
    ['bytes', BINARY, '{{ fetch.data.base64 }}', 'aGk='],
  ])('gives %s by loading it', (_, data, template, expected) => {
    const [value, loaded] = seen(data, template);
    expect(value).toEqual(expected);
    expect(loaded).toHaveLength(1);
  });

  it('is handed on as a whole, with its body and without marks', () => {
    const [value] = seen(ARRAY, '{{ fetch }}');
    expect(value).toEqual({
      status_code: 200,
      headers: { etag: 'x' },
      url: 'http://api/x',
      data: BODIES['noetl://array'],
      body: BODIES['noetl://array'],
    });
    expect(seen(OBJECT, '{{ fetch.data }}')[0]).toEqual(BODIES['noetl://object']);
    expect(seen(ARRAY, '{{ fetch.data }}')[0]).toEqual(BODIES['noetl://array']);
  });

  it('is lazy in a pipeline and in a list as well', () => {
    const pipeline = mapping({ get: OBJECT, count: mapping({ n: 1 }), __pipeline: ['get', 'count'] });
    expect(
      seen(pipeline, '{{ [fetch.get.status_code, fetch.n, fetch.get.data._ref, fetch.data._ref] }}'),
    ).toEqual([[200, 1, 'noetl://object', 'noetl://object'], []]);
    expect(
      seen(pipeline, '{{ [fetch.get.data.total, fetch.data.total, fetch.results.get.total] }}')[0],
    ).toEqual([7, 7, 7]);
    const [whole] = seen(pipeline, '{{ fetch }}') as [PlainMapping, unknown];
    expect(whole).toMatchObject({ data: { total: 7 }, get: { data: { total: 7 } }, count: { n: 1 } });
    const list = [ARRAY, OBJECT];
    expect(seen(list, '{{ fetch | map(attribute="status_code") | list }}')).toEqual([[200, 200], []]);
    expect(seen(list, '{{ fetch[1].data.total }}')).toEqual([7, ['noetl://object']]);
    expect(seen(list, '{{ fetch }}')[0]).toMatchObject([
      { data: [1, 2, { name: 'Bob' }] },
      { data: { total: 7 } },
    ]);
  });

  it('is shown to people as a reference, without marks', () => {
    const shown = shownData(mapping({ get: OBJECT, __pipeline: ['get'] })) as Readonly<
      Record<string, PlainMapping>
    >;
    expect(Object.keys(shown.get ?? {})).toEqual(['status_code', 'headers', 'data', 'url']);
    expect(shownData(OBJECT)).toMatchObject({
      data: { _ref: 'noetl://object', _preview: { sha256: 'abc' } },
    });
    expect(Object.keys(shownData(OBJECT) as object)).not.toContain(STORED_MARK);
  });

  it('is believed only if the tool says so: a body that looks like a reference is data', () => {
    const { [STORED_MARK]: _, ...fields } = OBJECT;
    expect(seen(mapping(fields), '{{ fetch.data.total is defined }}')).toEqual([false, []]);
    const inner = mapping({
      ...fields,
      data: mapping({ [STORED_MARK]: true, data: OBJECT.data as PlainValue }),
    });
    expect(seen(inner, '{{ fetch.data.data.total is defined }}')).toEqual([false, []]);
  });

  it('is loaded by whoever reads it: views are not shared', () => {
    expect(seen(OBJECT, '{{ fetch.total }}')[1]).toEqual(['noetl://object']);
    expect(seen(OBJECT, '{{ fetch.total }}')[1]).toEqual(['noetl://object']);
  });
});
