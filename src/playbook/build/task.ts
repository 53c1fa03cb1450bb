import { EMPTY_MAPPING, type PlainMapping } from '../../common/plain-value.ts';
import type { Cache, Callback, Collect, Duration, OutputSpec, Paginate, Selection, Task } from '../model.ts';
import { isMap, isNull, isScalar, MapNode, type Node } from '../read/node.ts';
import { fieldsOf, hasNameField } from '../tool-kinds.ts';
import { buildAssignments } from './assignments.ts';
import type { Builder } from './builder.ts';
import { KEYS } from './known-keys.ts';
import { buildTaskPolicy } from './policy.ts';
import { buildRetry } from './retry.ts';

const INLINE_MAX_BYTES = 65_536;
const MAX_PAGES = 100;

/** What a task takes from where it stands. */
export interface TaskPlace {
  readonly name: string;
  /** Whether the task is its step's only one, written without a list. */
  readonly isSingle: boolean;
  readonly previous: string | undefined;
  readonly timeout: Duration | undefined;
}

export function buildTask(builder: Builder, node: MapNode, place: TaskPlace): Task {
  const kindNode = node.get('kind');
  const kind = builder.text(kindNode, '`kind`') ?? '';
  if (kind === '') {
    const hint = 'write `kind: http`, `kind: python`, …';
    builder.report('tool_missing', node.range, 'the tool does not say its `kind`', hint);
  }
  const auth = node.get('auth');
  const task: Task = {
    name: place.name,
    kind,
    config: buildConfig(builder, node, kind, place.isSingle),
    input: builder.mapping(node.get('input'), '`input`'),
    auth: auth && builder.value(auth),
    set: buildAssignments(builder, node.get('set')),
    retry: buildRetry(builder, node.get('retry')),
    paginate: buildPaginate(builder, node.get('paginate'), place.name),
    timeout: builder.duration(node.get('timeout'), '`timeout`') ?? place.timeout,
    output: buildOutput(builder, node.get('output')),
    cache: buildCache(builder, node.get('cache')),
    callback: buildCallback(builder, node.get('callback')),
    policy: buildTaskPolicy(builder, node.get('spec'), place.previous),
    sink: buildSink(builder, node.get('sink'), place.name),
  };
  const named = node.get('name') ?? kindNode ?? node;
  return builder.place(task, named.range, node);
}

/** The tool's own fields: whatever is not a field of every task. */
function buildConfig(builder: Builder, node: MapNode, kind: string, isSingle: boolean): PlainMapping {
  const keepsName = isSingle && hasNameField(kind);
  const own = node.entries.filter(({ key }) => !KEYS.task.includes(key) || (keepsName && key === 'name'));
  if (own.length === 0) return EMPTY_MAPPING;
  const config = new MapNode(own, node.range);
  const fields = fieldsOf(kind);
  if (fields !== undefined && fields.length > 0) {
    builder.unknownKeys(config, [...fields, ...KEYS.task], `a task of kind \`${kind}\``);
  }
  return builder.mapping(config, 'the tool');
}

function buildSink(builder: Builder, node: Node | undefined, owner: string): Task | undefined {
  const map = builder.map(node, '`sink`');
  if (!map) return undefined;
  return buildTask(builder, map, {
    name: `${owner}_sink`,
    isSingle: true,
    previous: undefined,
    timeout: undefined,
  });
}

function buildPaginate(builder: Builder, node: Node | undefined, owner: string): Paginate | undefined {
  const map = builder.map(node, '`paginate`');
  if (!map) return undefined;
  builder.unknownKeys(map, KEYS.paginate, '`paginate`');
  const condition = builder.condition(map.get('while'), '`while`');
  if (!condition) {
    const hint = 'write `while: "{{ response.has_more }}"`';
    builder.report(
      'paginate_incomplete',
      map.range,
      '`paginate` does not say whether there is another page',
      hint,
    );
    return undefined;
  }
  const paginate: Paginate = {
    while: condition,
    next: builder.mapping(map.get('next'), '`paginate.next`'),
    collect: buildCollect(builder, map.get('collect')),
    maxPages: builder.integer(map.get('max_pages'), '`max_pages`', 1) ?? MAX_PAGES,
    sink: buildSink(builder, map.get('sink'), `${owner}_page`),
  };
  return builder.place(paginate, map.range, map);
}

const STRATEGIES = ['append', 'extend', 'replace', 'merge'] as const;

function buildCollect(builder: Builder, node: Node | undefined): Collect {
  const shorthand = isScalar(node) && node.value !== null;
  const map = shorthand ? undefined : builder.map(node, '`collect`');
  if (map) builder.unknownKeys(map, KEYS.collect, '`collect`');
  return Object.freeze({
    strategy: builder.oneOf(shorthand ? node : map?.get('strategy'), '`strategy`', STRATEGIES, 'append'),
    path: builder.text(map?.get('path'), '`path`'),
    into: builder.text(map?.get('into'), '`into`') ?? 'pages',
  });
}

function buildOutput(builder: Builder, node: Node | undefined): OutputSpec {
  const map = builder.map(node, '`output`');
  const store = map?.get('store');
  const known = ['select', 'store', 'inline_max_bytes'];
  const extra = map?.without(...known);
  return Object.freeze({
    select: Object.freeze(buildSelections(builder, map?.get('select'))),
    store:
      isScalar(store) && store.value !== null ? storeOfKind(builder, store) : storeMapping(builder, store),
    inlineMaxBytes:
      builder.integer(map?.get('inline_max_bytes'), '`inline_max_bytes`', 0) ?? INLINE_MAX_BYTES,
    extra: extra && extra.entries.length > 0 ? builder.mapping(extra, '`output`') : EMPTY_MAPPING,
  });
}

const storeOfKind = (builder: Builder, node: Node): PlainMapping =>
  builder.mapping(new MapNode([{ key: 'kind', keyRange: node.range, value: node }], node.range), '`store`');

const storeMapping = (builder: Builder, node: Node | undefined): PlainMapping | undefined =>
  builder.map(node, '`store`') ? builder.mapping(node, '`store`') : undefined;

/** `$.a.b`, `{path, as}`, or a mapping from names to paths; without a name, the last part of the path. */
function buildSelections(builder: Builder, node: Node | undefined): Selection[] {
  if (isMap(node)) {
    return node.entries.flatMap(({ key, value }) => {
      const path = builder.text(value, `the path of \`${key}\``);
      return path === undefined ? [] : [Object.freeze({ path, name: key })];
    });
  }
  const list = builder.list(node, '`select`');
  return (list?.items ?? []).flatMap(item => {
    const path = builder.text(isMap(item) ? item.get('path') : item, '`path`');
    if (path === undefined) return [];
    const given = isMap(item) ? builder.text(item.get('as') ?? item.get('name'), '`as`') : undefined;
    return [Object.freeze({ path, name: given ?? path.split('.').at(-1) ?? path })];
  });
}

function buildCache(builder: Builder, node: Node | undefined): Cache | undefined {
  const map = builder.map(node, '`cache`');
  if (!map) return undefined;
  builder.unknownKeys(map, KEYS.cache, '`cache`');
  const key = builder.template(map.get('key'), '`key`');
  if (!key) {
    builder.report('wrong_value', map.range, '`cache` needs a `key`', 'write `key: "{{ … }}"`');
    return undefined;
  }
  const cache: Cache = { key, ttl: builder.duration(map.get('ttl'), '`ttl`') };
  return builder.place(cache, map.range, map);
}

/** As long as tools have by default. */
const CALLBACK_TIMEOUT = 3_600_000;

/** `true`, or how long to wait. */
function buildCallback(builder: Builder, node: Node | undefined): Callback | undefined {
  if (isScalar(node) && typeof node.value === 'boolean') {
    return node.value ? builder.place({ timeout: CALLBACK_TIMEOUT }, node.range) : undefined;
  }
  if (node && !isMap(node) && !isNull(node)) builder.wrongType(node, '`callback`', 'true or a mapping');
  const map = isMap(node) ? node : undefined;
  if (!map) return undefined;
  builder.unknownKeys(map, KEYS.callback, '`callback`');
  const timeout = builder.duration(map.get('timeout'), '`timeout`') ?? CALLBACK_TIMEOUT;
  return builder.place({ timeout }, map.range, map);
}
