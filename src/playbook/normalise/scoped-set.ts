import { isMap, type MapNode, madeMap, type Node } from '../read/node.ts';
import { type PassContext, warnOfSpelling } from './pass.ts';

const SCOPES: readonly string[] = ['ctx', 'iter', 'step'];
/** Older keys beside `set`, and the scope their names are in. */
const SCOPED_KEYS: Readonly<Record<string, string>> = {
  set_ctx: 'ctx',
  set_iter: 'iter',
  set_vars: 'ctx',
  vars: 'ctx',
};

/** `set_ctx: {x}`, `set_iter: {x}`, `set_vars: {x}`, `vars: {x}` and `set: {ctx: {x}}` → `set: {ctx.x}`. */
export function scopedSets(owner: MapNode, context: PassContext): MapNode {
  let result = owner;
  const own = owner.get('set');
  if (isMap(own)) result = result.with('set', flattenScopes(own, context));
  for (const [key, scope] of Object.entries(SCOPED_KEYS)) {
    const entry = result.entry(key);
    if (!entry || !isMap(entry.value)) continue;
    warnOfSpelling(context, 'legacy_set', entry.keyRange, `\`${key}\``, `\`set: { ${scope}.x: … }\``);
    result = result.without(key);
    result = result.with('set', append(result.get('set'), prefixed(entry.value, scope)), entry.keyRange);
  }
  return result;
}

function flattenScopes(set: MapNode, context: PassContext): MapNode {
  if (!set.entries.some(({ key, value }) => SCOPES.includes(key) && isMap(value))) return set;
  let result = madeMap([], set.range);
  for (const { key, keyRange, value } of set.entries) {
    if (SCOPES.includes(key) && isMap(value)) {
      warnOfSpelling(
        context,
        'legacy_set',
        keyRange,
        `\`${key}\` as a mapping in \`set\``,
        `\`${key}.x: …\``,
      );
      result = append(result, prefixed(value, key));
    } else result = result.with(key, value, keyRange);
  }
  return result;
}

const prefixed = (values: MapNode, scope: string): MapNode =>
  values.entries.reduce(
    (result, { key, keyRange, value }) => result.with(`${scope}.${key}`, value, keyRange),
    madeMap([], values.range),
  );

/** Adds assignments behind those that are there; one of the same name replaces the earlier. */
export function append(set: Node | undefined, more: MapNode): MapNode {
  const base = isMap(set) ? set : madeMap([], more.range);
  return more.entries.reduce((result, { key, keyRange, value }) => result.with(key, value, keyRange), base);
}
