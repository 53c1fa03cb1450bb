import type { Cursor, Frame, Loop, LoopMode, LoopSource, TemplateText } from '../model.ts';
import { isScalar, isText, type MapNode, madeMap, type Node } from '../read/node.ts';
import type { Builder } from './builder.ts';
import { KEYS } from './known-keys.ts';

const SECOND = 1000;

export function buildLoop(
  builder: Builder,
  node: Node | undefined,
  onError: 'fail' | 'continue',
): Loop | undefined {
  if (node === undefined) return undefined;
  const map = builder.map(node, '`loop`');
  if (!map) {
    if (isScalar(node))
      builder.report('loop_source', node.range, 'the loop has no collection', 'write `in: "{{ … }}"`');
    return undefined;
  }
  builder.unknownKeys(map, KEYS.loop, '`loop`');
  const spec = builder.map(map.get('spec'), '`loop.spec`') ?? madeMap([], map.range);
  builder.unknownKeys(spec, KEYS.loopSpec, '`loop.spec`');
  const source = buildSource(builder, map, spec);
  if (source.kind === 'cursor') refuseArranging(builder, spec);
  const loop: Loop = {
    source,
    iterator: iteratorName(builder, map),
    mode: buildMode(builder, spec, source),
    where: builder.condition(spec.get('where'), '`where`'),
    orderBy: orderBy(builder, spec.get('order_by')),
    limit: builder.count(spec.get('limit'), '`limit`'),
    chunk: builder.count(spec.get('chunk'), '`chunk`'),
    onError: builder.oneOf(spec.get('on_error'), '`on_error`', ['fail', 'continue'] as const, onError),
  };
  return builder.place(loop, map.range, { iterator: map.get('iterator') });
}

const INSTEAD: Readonly<Record<string, string>> = {
  where: 'choose the rows in `claim`',
  order_by: 'order the rows in `claim`',
  chunk: 'write `frame: { max_rows: …, process: frame }`, and the item is the list of rows',
};

/** What a cursor claims is claimed: nothing can be left out or put in order afterwards. */
function refuseArranging(builder: Builder, spec: MapNode): void {
  for (const [key, instead] of Object.entries(INSTEAD)) {
    const entry = spec.entry(key);
    if (entry) builder.report('loop_cursor', entry.keyRange, `a cursor has no \`${key}\``, instead);
  }
}

function iteratorName(builder: Builder, map: MapNode): string {
  const name = builder.text(map.get('iterator'), '`iterator`');
  if (name !== undefined) return name;
  const hint = 'write `iterator: item`, or a better name';
  builder.report('loop_iterator', map.range, 'the loop does not name its item', hint);
  return 'item';
}

function buildSource(builder: Builder, map: MapNode, spec: MapNode): LoopSource {
  const collection = map.get('in');
  const cursor = map.entry('cursor');
  const wantsCursor = isText(spec.get('mode')) && builder.text(spec.get('mode'), '') === 'cursor';
  if (collection !== undefined && cursor) {
    builder.report(
      'loop_source',
      cursor.keyRange,
      'a loop has `in` or `cursor`, not both',
      'remove one of them',
    );
  }
  if (collection === undefined && !cursor && !wantsCursor) {
    builder.report('loop_source', map.range, 'the loop has no collection', 'write `in: "{{ … }}"`');
  }
  if (cursor || (wantsCursor && collection === undefined)) {
    return builder.place(
      {
        kind: 'cursor',
        cursor: buildCursor(builder, cursor?.value, map),
        frame: buildFrame(builder, spec.get('frame')),
      },
      (cursor?.value ?? map).range,
    );
  }
  return collectionSource(builder, collection, map);
}

function collectionSource(builder: Builder, node: Node | undefined, map: MapNode): LoopSource {
  if (isText(node))
    return builder.place({ kind: 'template', template: node.value }, node.range, { template: node });
  const isNumber = isScalar(node) && (typeof node.value === 'number' || typeof node.value === 'bigint');
  if (node !== undefined && (!isScalar(node) || isNumber)) {
    const items = builder.value(node) as readonly never[];
    return builder.place({ kind: 'literal', items }, node.range, { items: node });
  }
  if (node !== undefined) {
    builder.report('loop_source', node.range, 'a loop runs over a list, a mapping, a number or a template');
  }
  return builder.place({ kind: 'literal', items: [] }, (node ?? map).range);
}

function buildCursor(builder: Builder, node: Node | undefined, loop: MapNode): Cursor {
  const map = builder.map(node, '`cursor`') ?? madeMap([], (node ?? loop).range);
  builder.unknownKeys(map, KEYS.cursor, '`cursor`');
  const claim = builder.text(map.get('claim'), '`claim`');
  if (claim === undefined) {
    const hint = 'write `claim:` with a statement that claims rows and returns them';
    builder.report('loop_cursor', map.range, 'the cursor does not say how rows are claimed', hint);
  }
  const auth = map.get('auth');
  return builder.place(
    {
      kind: builder.text(map.get('kind'), '`kind`') ?? 'postgres',
      auth: auth && builder.value(auth),
      claim: claim ?? '',
      options: builder.mapping(map.get('options'), '`options`'),
    },
    map.range,
    { claim: map.get('claim'), auth },
  );
}

function buildFrame(builder: Builder, node: Node | undefined): Frame {
  const map = builder.map(node, '`frame`') ?? madeMap([], { start: 0, end: 0 });
  builder.unknownKeys(map, KEYS.frame, '`frame`');
  const count = (key: string, fallback: number) => builder.integer(map.get(key), `\`${key}\``, 1) ?? fallback;
  const seconds = (key: string, fallback: number) =>
    builder.number(map.get(key), `\`${key}\``, fallback) * SECOND;
  return Object.freeze({
    maxRows: count('max_rows', 1),
    maxTime: seconds('max_seconds', 30),
    maxBytes: count('max_bytes', 64 * 1024 * 1024),
    lease: seconds('lease_seconds', 120),
    heartbeat: seconds('heartbeat_seconds', 30),
    rowConcurrency: count('row_concurrency', 1),
    process: builder.oneOf(map.get('process'), '`process`', ['row', 'frame'] as const, 'row'),
    retryMode: builder.text(map.get('retry_mode'), '`retry_mode`') ?? 'whole_frame',
    maxAttempts: count('max_attempts', 3),
  });
}

function buildMode(builder: Builder, spec: MapNode, source: LoopSource): LoopMode {
  const modes = ['sequential', 'parallel', 'cursor'] as const;
  const mode = builder.oneOf(spec.get('mode'), '`mode` of a loop', modes, 'sequential');
  const node = spec.get('max_in_flight');
  const maxInFlight = builder.count(node, '`max_in_flight`');
  const parallel = mode === 'parallel' || (source.kind === 'cursor' && maxInFlight !== undefined);
  if (!parallel) return Object.freeze({ kind: 'sequential' });
  return builder.place({ kind: 'parallel', maxInFlight }, (node ?? spec).range, { maxInFlight: node });
}

/** A bare expression, such as `shop.name`, means the same in braces. */
function orderBy(builder: Builder, node: Node | undefined): TemplateText | undefined {
  const template = builder.template(node, '`order_by`');
  if (!template || /\{[{%]/.test(template.template)) return template;
  return builder.place({ template: `{{ ${template.template} }}` }, node!.range);
}
