import {
  isList,
  isMap,
  isScalar,
  isText,
  type MapNode,
  madeList,
  madeMap,
  madeScalar,
  type Node,
  textOf,
} from '../read/node.ts';
import { fromNextCall, fromOnSuccess } from './pagination.ts';
import { type Pass, type PassContext, renameAliases, report, warnOfSpelling } from './pass.ts';

/** Every spelling of `retry` becomes one mapping or a list of them; what was pagination becomes `paginate`. */
export const normaliseRetry: Pass = (owner, context) => {
  const entry = owner.entry('retry');
  if (!entry) return owner;
  const { value } = entry;
  if (isScalar(value)) return value.value === false || value.value === null ? owner.without('retry') : owner;
  if (isMap(value) && (value.has('on_error') || value.has('on_success')))
    return splitForm(owner, value, context);
  if (isMap(value)) return owner.with('retry', flatForm(value, context));
  return isList(value) ? listForm(owner, value.items, context) : owner;
};

/** `{on_error: {…}, on_success: {…}}` */
function splitForm(owner: MapNode, retry: MapNode, context: PassContext): MapNode {
  const onError = retry.entry('on_error');
  const onSuccess = retry.entry('on_success');
  let result = owner.without('retry');
  if (onError) {
    warnOfSpelling(context, 'legacy_retry', onError.keyRange, '`retry.on_error`', '`retry: { … }`');
    const form = isMap(onError.value) ? flatForm(onError.value, context) : onError.value;
    result = result.with('retry', form, onError.keyRange);
  }
  if (onSuccess) {
    warnOfSpelling(
      context,
      'legacy_pagination',
      onSuccess.keyRange,
      '`retry.on_success`',
      '`paginate: { … }`',
    );
    if (isMap(onSuccess.value)) {
      result = result.with('paginate', fromOnSuccess(onSuccess.value, context), onSuccess.keyRange);
    }
  }
  return result;
}

/** `[{when, then: {…}}]`: the first match decides; an entry with `next_call` is pagination. */
function listForm(owner: MapNode, items: readonly Node[], context: PassContext): MapNode {
  const policies: Node[] = [];
  let result = owner.without('retry');
  for (const item of items) {
    const then = isMap(item) ? item.get('then') : undefined;
    if (!isMap(item) || !isMap(then)) {
      policies.push(isMap(item) ? flatForm(item, context) : item);
      continue;
    }
    const when = item.entry('when');
    if (then.has('next_call') || then.has('collect')) {
      warnOfSpelling(context, 'legacy_pagination', item.range, '`next_call` in `retry`', '`paginate: { … }`');
      result = result.with('paginate', fromNextCall(when?.value, then, context), item.range);
    } else {
      warnOfSpelling(
        context,
        'legacy_retry',
        item.range,
        '`{ when, then }` in `retry`',
        '`{ when, max_attempts, … }`',
      );
      const form = flatForm(then, context);
      policies.push(when && !form.has('when') ? form.with('when', when.value, when.keyRange) : form);
    }
  }
  return policies.length === 0 ? result : result.with('retry', madeList(policies, owner.get('retry')!.range));
}

const ALIASES: Readonly<Record<string, string>> = {
  backoff_multiplier: 'multiplier',
  retry_when: 'when',
  attempts: 'max_attempts',
  delay: 'initial_delay',
};

export function flatForm(retry: MapNode, context: PassContext): MapNode {
  const renamed = renameAliases(retry, ALIASES, 'legacy_retry', context);
  return [maxRetries, milliseconds, backoff, backoffSeconds, errorClasses, statusCodes].reduce(
    (result, convert) => convert(result, context),
    renamed,
  );
}

type Convert = (retry: MapNode, context: PassContext) => MapNode;

/** Replaces an entry by others; what is written already under their names stays. */
function replace(
  retry: MapNode,
  key: string,
  by: Readonly<Record<string, Node>>,
  context: PassContext,
): MapNode {
  const { keyRange } = retry.entry(key)!;
  const names = Object.keys(by).map(name => `\`${name}\``);
  warnOfSpelling(context, 'legacy_retry', keyRange, `\`${key}\``, names.join(' and '));
  return Object.entries(by).reduce(
    (result, [name, value]) => (result.has(name) ? result : result.with(name, value, keyRange)),
    retry.without(key),
  );
}

/** `max_retries: n` counts what follows the first attempt. */
const maxRetries: Convert = (retry, context) => {
  const node = retry.get('max_retries');
  if (!isScalar(node) || typeof node.value !== 'number') return retry;
  return replace(retry, 'max_retries', { max_attempts: madeScalar(node.value + 1, node.range) }, context);
};

const milliseconds: Convert = (retry, context) =>
  ['initial_delay', 'max_delay'].reduce((result, key) => {
    const node = result.get(`${key}_ms`);
    if (!isScalar(node) || typeof node.value !== 'number') return result;
    return replace(result, `${key}_ms`, { [key]: madeScalar(`${node.value}ms`, node.range) }, context);
  }, retry);

const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ['exponential', 2],
  ['none', 1],
  ['fixed', 1],
  ['constant', 1],
]);

/** `backoff: exponential` or the multiplier itself. */
const backoff: Convert = (retry, context) => {
  const node = retry.get('backoff');
  if (!isScalar(node)) return retry;
  const multiplier = typeof node.value === 'number' ? node.value : MULTIPLIERS.get(String(node.value));
  if (multiplier === undefined) {
    const message = `\`backoff: ${String(node.value)}\` is not known`;
    report(context, 'retry_backoff', node.range, message, 'use `exponential`, `none` or a number');
    return retry.without('backoff');
  }
  return replace(retry, 'backoff', { multiplier: madeScalar(multiplier, node.range) }, context);
};

const backoffSeconds: Convert = (retry, context) => {
  const node = retry.get('backoff_seconds');
  if (node === undefined) return retry;
  const by = { initial_delay: node, multiplier: madeScalar(1, node.range) };
  return replace(retry, 'backoff_seconds', by, context);
};

/** `retry_on: [timeout]`: the error's kind is one of them, or its message speaks of one. */
const errorClasses: Convert = (retry, context) => {
  const node = retry.get('retry_on');
  if (node === undefined) return retry;
  const words = (isList(node) ? node.items : [node])
    .map(item => textOf(item))
    .filter(word => word !== undefined);
  const tests = words.map(
    word =>
      `error.kind == ${quote(word)} or ${quote(word.toLowerCase())} in (error.message | string | lower)`,
  );
  if (tests.length === 0) return retry.without('retry_on');
  const when = `{{ error != None and (${tests.join(' or ')}) }}`;
  return replace(retry, 'retry_on', { when: madeScalar(when, node.range) }, context);
};

/** `retry_on_status: [429, 500]` */
const statusCodes: Convert = (retry, context) => {
  const node = retry.get('retry_on_status');
  if (node === undefined) return retry;
  const codes = (isList(node) ? node.items : [node])
    .filter(isScalar)
    .map(item => Number(item.value))
    .filter(Number.isInteger);
  const when = `{{ status_code in [${codes.join(', ')}] }}`;
  return replace(retry, 'retry_on_status', { when: madeScalar(when, node.range) }, context);
};

const quote = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A policy of its own, from a `retry` action: number, true or mapping. */
export function retryPolicy(node: Node, context: PassContext): MapNode {
  if (isMap(node)) return flatForm(node, context);
  const attempts = isScalar(node) && typeof node.value === 'number' ? node.value : 3;
  return madeMap(
    [['max_attempts', madeScalar(isText(node) ? Number(node.value) || 3 : attempts, node.range)]],
    node.range,
  );
}
