import { isList, isMap, MapNode, type Node, textOf } from '../read/node.ts';
import { type PassContext, report, warnOfSpelling } from './pass.ts';
import { inlineKind, overlay } from './tool-spelling.ts';

/** Keys of a reference that only say which entry is meant. */
const REFERENCE_KEYS = ['kind', 'task', 'action'];
const ARGUMENT_KEYS: readonly string[] = ['input', 'args', 'with', 'data'];

/** The entries of the root's workbook by name, in the form of a task. */
export function readWorkbook(node: Node | undefined, context: PassContext): Map<string, MapNode> {
  const entries = new Map<string, MapNode>();
  if (!isList(node)) return entries;
  for (const item of node.items) {
    if (!isMap(item)) continue;
    const nameEntry = item.entry('name') ?? item.entry('task');
    const name = textOf(nameEntry?.value);
    if (nameEntry === undefined || name === undefined) {
      report(context, 'workbook_unnamed', item.range, 'an entry of the workbook has no `name`');
      continue;
    }
    if (nameEntry.key === 'task') {
      warnOfSpelling(context, 'legacy_workbook', nameEntry.keyRange, '`task`', `\`name: ${name}\``);
    }
    entries.set(name, inlineKind(item.without('name', 'task', 'desc', 'description', 'title')));
  }
  return entries;
}

/** Replaces a task of kind `workbook` by the entry it names; other tasks stay as they are. */
export function resolveWorkbook(task: MapNode, context: PassContext, seen: readonly string[] = []): MapNode {
  if (textOf(task.get('kind')) !== 'workbook') return task;
  const nameNode = task.get('task') ?? task.get('action') ?? task.get('name');
  const name = textOf(nameNode);
  if (name === undefined) {
    const message = 'a task of kind `workbook` does not say which entry it runs';
    report(context, 'workbook_unknown', task.get('kind')!.range, message, availableHint(context));
    return task;
  }
  const entry = context.workbook.get(name);
  if (entry === undefined || seen.includes(name)) {
    const message = entry
      ? `the workbook entry \`${name}\` runs itself`
      : `no workbook entry is called \`${name}\``;
    report(
      context,
      'workbook_unknown',
      nameNode!.range,
      message,
      entry ? undefined : nearHint(name, context),
    );
    return task;
  }
  return applyReference(resolveWorkbook(entry, context, [...seen, name]), task);
}

/** Arguments merge key by key and the reference's win; so do its other fields. */
function applyReference(entry: MapNode, reference: MapNode): MapNode {
  const own = reference.without(...REFERENCE_KEYS);
  const fields = own.without(...ARGUMENT_KEYS);
  const base = overlay(entry.without(...ARGUMENT_KEYS), fields);
  const entryInput = argumentsOf(entry);
  const ownInput = argumentsOf(own);
  const input =
    isMap(entryInput) && isMap(ownInput) ? overlay(entryInput, ownInput) : (ownInput ?? entryInput);
  const result = input ? base.with('input', input) : base;
  return new MapNode(result.entries, reference.range);
}

/** What the step itself says comes before what a workbook entry says, also where it stands beside the reference. */
export function withStepInput(stepInput: Node | undefined, reference: Node, task: Node): Node {
  if (!isMap(reference) || textOf(reference.get('kind')) !== 'workbook') return task;
  const input = isMap(task) ? task.get('input') : undefined;
  if (!isMap(task) || !isMap(stepInput) || !isMap(input)) return task;
  const own = argumentsOf(reference);
  const hidden = stepInput.entries.map(({ key }) => key).filter(key => !isMap(own) || !own.has(key));
  return task.with('input', input.without(...hidden));
}

const argumentsOf = (task: MapNode): Node | undefined =>
  ARGUMENT_KEYS.map(key => task.get(key)).find(node => node !== undefined);

const MOST_LISTED = 10;

function availableHint({ workbook }: PassContext): string {
  const names = [...workbook.keys()].slice(0, MOST_LISTED).map(name => `\`${name}\``);
  return names.length === 0 ? 'the playbook has no `workbook`' : `the workbook has ${names.join(', ')}`;
}

const nearHint = (name: string, context: PassContext): string =>
  context.log.names.didYouMean(name, context.workbook.keys()) ?? availableHint(context);
