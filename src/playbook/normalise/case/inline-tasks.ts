import { type Entry, type MapNode, madeList, madeMap, madeScalar, type Node } from '../../read/node.ts';
import { inlineKind } from '../tool-spelling.ts';
import { nameOf, type Translation } from './translation.ts';

/**
 * Inline tasks of a rule become a step of their own, which goes on to the rule's `next`, or where the
 * step itself would have gone. Returns its name.
 */
export function addInlineStep(
  translation: Translation,
  tasks: readonly Entry[],
  next: Node | undefined,
): string {
  const [first] = tasks;
  const range = first!.keyRange;
  const name = `${nameOf(translation.step)}_${first!.key}`;
  const follow = next ?? translation.step.get('next');
  const items = tasks.map(({ key, keyRange, value }) =>
    inlineKind(value as MapNode).with('name', madeScalar(key, keyRange)),
  );
  const tool: Node = items.length === 1 ? items[0]!.without('name') : madeList(items, range);
  const entries: [string, Node][] = [
    ['step', madeScalar(name, range)],
    ['tool', tool],
  ];
  if (follow) entries.push(['next', follow]);
  translation.steps.push(madeMap(entries, range));
  return name;
}
