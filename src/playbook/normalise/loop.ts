import {
  isList,
  isMap,
  isScalar,
  isText,
  type MapNode,
  madeMap,
  madeScalar,
  type Node,
  textOf,
} from '../read/node.ts';
import { type Pass, type PassContext, renameAliases, report, warnOfSpelling } from './pass.ts';

/** Fields that stand in `loop.spec` now. */
const SPEC_FIELDS: readonly string[] = 'mode max_in_flight where order_by limit chunk on_error frame'.split(
  ' ',
);
const LEGACY_KEYS: readonly string[] = 'collection element concurrency enumerate mode'.split(' ');
/** How many iterations an asynchronous loop of the older kind runs at once. */
const LEGACY_CONCURRENCY = 8;

/** Every spelling of `loop` becomes `{in | cursor, iterator, spec: {mode, max_in_flight, …}}`. */
export const normaliseLoop: Pass = (step, context) => {
  const entry = step.entry('loop');
  if (!entry) return step;
  if (!isMap(entry.value)) return step.with('loop', bareCollection(entry.value, context));
  const isLegacy = entry.value.entries.some(({ key }) => LEGACY_KEYS.includes(key));
  let loop = renameAliases(entry.value, { collection: 'in', element: 'iterator' }, 'legacy_loop', context);
  loop = dropEnumerate(loop, context);
  loop = renameAliases(loop, { concurrency: 'max_in_flight' }, 'legacy_loop', context);
  loop = moveIntoSpec(loop, entry.value, context);
  loop = nameMode(loop, entry.value);
  loop = nameIterator(loop, isLegacy, context);
  return step.with('loop', loop);
};

/** `loop: "{{ … }}"` and `loop: [ … ]`. */
function bareCollection(node: Node, context: PassContext): Node {
  if (!isText(node) && !isList(node)) return node;
  warnOfSpelling(
    context,
    'legacy_loop',
    node.range,
    'a loop that is only a collection',
    '`loop: { in: …, iterator: item }`',
  );
  return madeMap(
    [
      ['in', node],
      ['iterator', madeScalar('item', node.range)],
    ],
    node.range,
  );
}

function dropEnumerate(loop: MapNode, context: PassContext): MapNode {
  const entry = loop.entry('enumerate');
  if (!entry) return loop;
  const message = '`enumerate` is not needed';
  report(
    context,
    'legacy_loop',
    entry.keyRange,
    message,
    'remove it: the index is always there as `iter.index`',
  );
  return loop.without('enumerate');
}

function moveIntoSpec(loop: MapNode, authored: MapNode, context: PassContext): MapNode {
  let spec = loop.get('spec') ?? madeMap([], loop.range);
  if (!isMap(spec)) return loop;
  let result = loop;
  for (const key of SPEC_FIELDS) {
    const entry = loop.entry(key);
    if (!entry) continue;
    if (authored.has(key)) {
      warnOfSpelling(
        context,
        'legacy_loop',
        entry.keyRange,
        `\`${key}\` directly in \`loop\``,
        `\`spec: { ${key}: … }\``,
      );
    }
    if (!spec.has(key)) spec = spec.with(key, entry.value, entry.keyRange);
    result = result.without(key);
  }
  return spec.entries.length === 0 ? result : result.with('spec', spec);
}

/** `async` is parallel, eight at a time unless said otherwise; `cursor` follows from the cursor itself. */
function nameMode(loop: MapNode, authored: MapNode): MapNode {
  const spec = loop.get('spec');
  if (!isMap(spec)) return loop;
  const mode = spec.get('mode');
  if (textOf(mode) !== 'async') return loop;
  let next = spec.with('mode', madeScalar('parallel', mode!.range));
  if (!next.has('max_in_flight') && (authored.has('collection') || authored.has('mode'))) {
    next = next.with('max_in_flight', madeScalar(LEGACY_CONCURRENCY, mode!.range));
  }
  return loop.with('spec', next);
}

/** Older loops may leave the item's name out; with `chunk` they bind the list under the plural. */
function nameIterator(loop: MapNode, isLegacy: boolean, context: PassContext): MapNode {
  const iterator = loop.get('iterator');
  const spec = loop.get('spec');
  const hasSpec = isMap(spec) && !isLegacy;
  if (iterator === undefined) {
    if (context.generation === 'v10' || hasSpec) return loop;
    const message = 'the loop does not name its item, and it is called `item`';
    report(context, 'legacy_loop', loop.range, message, 'write `iterator: item`, or a better name');
    return loop.with('iterator', madeScalar('item', loop.range));
  }
  const chunked = isLegacy && isMap(spec) && isScalar(spec.get('chunk'));
  if (!chunked || !isText(iterator)) return loop;
  return loop.with('iterator', madeScalar(`${iterator.value}s`, iterator.range));
}
