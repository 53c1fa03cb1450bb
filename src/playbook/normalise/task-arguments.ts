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
import { decodeBase64 } from './decode-base64.ts';
import { type Pass, type PassContext, renameAliases, warnOfSpelling } from './pass.ts';
import { overlay } from './tool-spelling.ts';

const SQL_KINDS: readonly string[] = ['postgres', 'duckdb', 'ducklake', 'snowflake'];
const SQL_ALIASES = toOne('query', 'command sql commands queries cmd cmds statement');
const CREDENTIAL = { credential: 'auth' };

/** Older names of a tool's fields, by kind. */
const FIELD_ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  http: { endpoint: 'url', payload: 'body', ...CREDENTIAL },
  shell: toOne('cmds', 'cmd command commands'),
  playbook: { result_step: 'return_step' },
  mcp: { args: 'arguments' },
  ...Object.fromEntries(
    SQL_KINDS.map(kind => [kind, { ...SQL_ALIASES, ...CREDENTIAL, parameters: 'params' }]),
  ),
};

const KIND_ALIASES: ReadonlyMap<string, string> = new Map([['js', 'javascript']]);
/** Kinds whose `args` are a field of the tool and not its input. */
const ARGS_OF_ITS_OWN: readonly string[] = ['container', 'script', 'mcp'];

function toOne(canonical: string, aliases: string): Readonly<Record<string, string>> {
  return Object.fromEntries(aliases.split(' ').map(alias => [alias, canonical]));
}

/** Names of kinds, fields and arguments inside one task. */
export const normaliseTaskArguments: Pass = (task, context) =>
  [kindName, encodedFields, httpData, fieldNames, subPlaybook, inputNames, commonFields].reduce(
    (result, pass) => pass(result, context),
    task,
  );

/** Names of fields and arguments where only some of them stand. */
export const normaliseCallFields: Pass = (call, context) =>
  [httpData, fieldNames, inputNames].reduce((result, pass) => pass(result, context), call);

const kindOf = (task: MapNode): string => textOf(task.get('kind')) ?? '';

const kindName: Pass = (task, context) => {
  const canonical = KIND_ALIASES.get(kindOf(task));
  if (canonical === undefined) return task;
  const node = task.get('kind')!;
  warnOfSpelling(context, 'legacy_tool', node.range, `\`kind: ${kindOf(task)}\``, `\`kind: ${canonical}\``);
  return task.with('kind', madeScalar(canonical, node.range));
};

const fieldNames: Pass = (task, context) => {
  const kind = kindOf(task);
  const aliases = Object.hasOwn(FIELD_ALIASES, kind) ? FIELD_ALIASES[kind] : undefined;
  return aliases ? renameAliases(task, aliases, 'legacy_field', context) : task;
};

/** `code_b64` and the like, as the older queue wrote them. */
const encodedFields: Pass = (task, context) => {
  let result = task;
  for (const { key, keyRange, value } of task.entries) {
    const name = /^(code|query|queries|command|commands)_(?:b64|base64)$/.exec(key)?.[1];
    const decoded = name !== undefined && isText(value) ? decodeBase64(value.value) : undefined;
    if (name === undefined || decoded === undefined || result.has(name)) continue;
    warnOfSpelling(context, 'legacy_field', keyRange, `\`${key}\``, `\`${name}\``);
    result = result.renamed(key, name).with(name, madeScalar(decoded, value.range));
  }
  return result;
};

/** `data` of a request: `{query, body}`, or what the method sends. */
const httpData: Pass = (task, context) => {
  const entry = task.entry('data');
  if (kindOf(task) !== 'http' || !entry || task.has('payload') || task.has('body')) return task;
  const { value } = entry;
  const split = isMap(value) && value.entries.every(({ key }) => key === 'query' || key === 'body');
  const parts: [string, Node][] =
    split && value.entries.length > 0
      ? value.entries.map(part => [part.key === 'query' ? 'params' : 'body', part.value])
      : [[sendsQuery(task) && isMap(value) ? 'params' : 'body', value]];
  const names = parts.map(([name]) => `\`${name}\``).join(' and ');
  warnOfSpelling(context, 'legacy_field', entry.keyRange, '`data` of a request', names);
  return parts.reduce(
    (result, [name, node]) => (result.has(name) ? result : result.with(name, node, entry.keyRange)),
    task.without('data'),
  );
};

const sendsQuery = (task: MapNode): boolean =>
  ['GET', 'DELETE', 'HEAD'].includes((textOf(task.get('method')) ?? 'GET').toUpperCase());

/** Input of a sub-playbook: the first of `input`, `args`, `with`, `payload` that is not empty. */
const subPlaybook: Pass = (task, context) => {
  if (kindOf(task) !== 'playbook') return task;
  let result = task;
  const returns = task.entry('return_result');
  if (returns) {
    warnOfSpelling(
      context,
      'legacy_field',
      returns.keyRange,
      '`return_result`',
      'nothing: a step waits for its sub-playbook',
    );
    result = result.without('return_result');
  }
  const payload = result.entry('payload');
  if (!payload) return result;
  const filled = ['input', 'args', 'with'].some(key => !isEmpty(result.get(key)));
  if (filled) return result.without('payload');
  warnOfSpelling(context, 'legacy_field', payload.keyRange, '`payload`', '`input`');
  return result.without('input', 'args', 'with').renamed('payload', 'input');
};

const isEmpty = (node: Node | undefined): boolean =>
  node === undefined || (isMap(node) && node.entries.length === 0) || (isScalar(node) && node.value === null);

/** `args`, `with` and (python) `data` are `input`; where two stand together their keys are merged. */
const inputNames: Pass = (task, context) => {
  const kind = kindOf(task);
  const aliases = [
    'with',
    ...(ARGS_OF_ITS_OWN.includes(kind) ? [] : ['args']),
    ...(kind === 'python' ? ['data'] : []),
  ];
  return mergeInput(task, aliases, context);
};

export function mergeInput(owner: MapNode, aliases: readonly string[], context: PassContext): MapNode {
  let result = owner;
  for (const alias of aliases) {
    const entry = result.entry(alias);
    if (!entry || isList(entry.value)) continue;
    warnOfSpelling(context, 'legacy_field', entry.keyRange, `\`${alias}\``, '`input`');
    const input = result.get('input');
    result =
      isMap(input) && isMap(entry.value)
        ? result.without(alias).with('input', overlay(entry.value, input))
        : input === undefined
          ? result.renamed(alias, 'input')
          : result.without(alias);
  }
  return result;
}

/** Fields every task may have, in older places. */
const commonFields: Pass = (task, context) => {
  let result = renameAliases(task, { timeout_seconds: 'timeout' }, 'legacy_field', context);
  const spec = result.get('spec');
  if (isMap(spec)) {
    result = hoist(result, spec, 'timeout', context);
    const selected = spec.get('result');
    const select = isMap(selected) ? selected.entry('select') : undefined;
    if (select) result = withSelect(result.with('spec', spec.without('result')), select.value);
  }
  const outputSelect = result.entry('output_select');
  if (outputSelect) {
    warnOfSpelling(
      context,
      'legacy_field',
      outputSelect.keyRange,
      '`output_select`',
      '`output: { select: [ … ] }`',
    );
    result = withSelect(result.without('output_select'), outputSelect.value);
  }
  const output = result.get('output');
  return isMap(output)
    ? result.with('output', renameAliases(output, { output_select: 'select' }, 'legacy_field', context))
    : result;
};

/** Moves `spec.<key>` to the owner itself. */
export function hoist(owner: MapNode, spec: MapNode, key: string, context: PassContext): MapNode {
  const entry = spec.entry(key);
  if (!entry) return owner;
  warnOfSpelling(context, 'legacy_field', entry.keyRange, `\`spec.${key}\``, `\`${key}\``);
  const result = owner.with('spec', spec.without(key));
  return result.has(key) ? result : result.with(key, entry.value, entry.keyRange);
}

function withSelect(task: MapNode, select: Node): MapNode {
  const output = task.get('output');
  if (!isMap(output)) return task.with('output', madeMap([['select', select]], select.range));
  return output.has('select') ? task : task.with('output', output.with('select', select));
}
