import {
  isList,
  isMap,
  isText,
  type MapNode,
  madeList,
  madeMap,
  madeScalar,
  type Node,
} from '../read/node.ts';
import { type Pass, renameAliases, report, runPasses, warnOfSpelling } from './pass.ts';

/** Keys that older documents have at the root, and where they belong now. */
export const normaliseRootKeys: Pass = (root, context) =>
  runPasses(
    [
      nameAtRoot,
      variablesAtRoot,
      environmentAtRoot,
      workbookTasks,
      executorKind,
      keychainKinds,
      templatesInWorkload,
    ],
    root,
    context,
  );

/** `name` and `path` at the root, without `metadata`. */
const nameAtRoot: Pass = (root, context) => {
  const moved = root.entries.filter(({ key }) => key === 'name' || key === 'path');
  if (moved.length === 0 || root.has('metadata')) return root;
  for (const { key, keyRange } of moved) {
    warnOfSpelling(context, 'legacy_root', keyRange, `\`${key}\` at the root`, `\`metadata: { ${key}: … }\``);
  }
  const metadata = madeMap(
    moved.map(({ key, value }) => [key, value]),
    moved[0]!.keyRange,
  );
  return root.without('name', 'path').with('metadata', metadata);
};

/** `vars` at the root: values that templates read as `vars.x` before anything sets them. */
const variablesAtRoot: Pass = (root, context) => {
  const entry = root.entry('vars');
  if (!entry) return root;
  if (context.generation === 'v10') {
    const message = '`vars` at the root is not part of the language';
    report(context, 'root_vars', entry.keyRange, message, 'move the values to `workload`');
    return root.without('vars');
  }
  warnOfSpelling(context, 'legacy_root', entry.keyRange, '`vars` at the root', '`workload`');
  if (!isMap(entry.value)) return root.without('vars');
  const workload = root.get('workload');
  for (const { key, keyRange } of entry.value.entries) {
    if (!isMap(workload) || !workload.has(key)) continue;
    const message = `\`${key}\` stands in \`vars\` and in \`workload\``;
    report(
      context,
      'root_vars',
      keyRange,
      message,
      'keep one of them: both are read as `ctx.x` and bare `x`',
    );
  }
  return mergeIntoWorkload(root.without('vars'), entry.value);
};

/** `environment` and `context` at the root. */
const environmentAtRoot: Pass = (root, context) => {
  let result = root;
  for (const key of ['environment', 'context']) {
    const entry = result.entry(key);
    if (!entry) continue;
    warnOfSpelling(context, 'legacy_root', entry.keyRange, `\`${key}\` at the root`, '`workload`');
    result = result.without(key);
    if (isMap(entry.value)) result = mergeIntoWorkload(result, entry.value);
  }
  return result;
};

/** What the workload has already wins. */
function mergeIntoWorkload(root: MapNode, values: MapNode): MapNode {
  const workload = root.get('workload');
  if (workload === undefined) return root.with('workload', values);
  if (!isMap(workload)) return root;
  const merged = values.entries.reduce(
    (result, { key, keyRange, value }) => (result.has(key) ? result : result.with(key, value, keyRange)),
    workload,
  );
  return root.with('workload', merged);
}

/** `workbook: { tasks: { a: {…} } }` or `{ tasks: [ … ] }`. */
const workbookTasks: Pass = (root, context) => {
  const entry = root.entry('workbook');
  if (!entry || !isMap(entry.value)) return root;
  const tasks = entry.value.get('tasks') ?? entry.value;
  warnOfSpelling(
    context,
    'legacy_workbook',
    entry.keyRange,
    'a mapping as `workbook`',
    'a list of `{ name, tool }`',
  );
  return root.with('workbook', isList(tasks) ? tasks : madeList(namedEntries(tasks), tasks.range));
};

const namedEntries = (tasks: Node): Node[] =>
  isMap(tasks)
    ? tasks.entries.flatMap(({ key, keyRange, value }) => {
        if (!isMap(value)) return [];
        return value.has('name')
          ? [value]
          : [value.with('name', { kind: 'scalar', value: key, style: 'made', range: keyRange })];
      })
    : [];

const executorKind: Pass = (root, context) => {
  const executor = root.get('executor');
  if (!isMap(executor)) return root;
  return root.with('executor', renameAliases(executor, { kind: 'profile' }, 'legacy_root', context));
};

/** `type` of a keychain entry is its `kind`. */
const keychainKinds: Pass = (root, context) => {
  const keychain = root.get('keychain');
  if (!isList(keychain)) return root;
  const items = keychain.items.map(item =>
    isMap(item) ? renameAliases(item, { type: 'kind' }, 'legacy_root', context) : item,
  );
  return root.with('keychain', madeList(items, keychain.range));
};

/** The first generation rendered templates inside the workload, once, when an execution started. */
const templatesInWorkload: Pass = (root, context) => {
  const entry = root.entry('workload');
  if (context.generation !== 'v1' || !entry || !hasTemplates(entry.value)) return root;
  const executor = root.get('executor') ?? madeMap([], entry.keyRange);
  const spec = isMap(executor) ? (executor.get('spec') ?? madeMap([], entry.keyRange)) : undefined;
  if (!isMap(executor) || !isMap(spec) || spec.has('render_workload')) return root;
  const message = 'templates in the workload are rendered once, when an execution starts';
  const hint = 'to keep that in a newer version, write `executor: { spec: { render_workload: true } }`';
  report(context, 'legacy_root', entry.keyRange, message, hint);
  const rendered = spec.with('render_workload', madeScalar(true, entry.keyRange));
  return root.with('executor', executor.with('spec', rendered));
};

const hasTemplates = (node: Node): boolean =>
  isText(node)
    ? /\{[{%]/.test(node.value)
    : isMap(node)
      ? node.entries.some(({ value }) => hasTemplates(value))
      : isList(node) && node.items.some(hasTemplates);
