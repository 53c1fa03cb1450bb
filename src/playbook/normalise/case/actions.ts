import { type Entry, isList, isMap, type Node } from '../../read/node.ts';
import { inlineKind } from '../tool-spelling.ts';

/** The actions of one `then`: a mapping, or a list of mappings with one action each. */
export interface Actions {
  readonly named: ReadonlyMap<string, Entry>;
  /** Inline tasks by label. */
  readonly tasks: readonly Entry[];
  readonly unknown: readonly Entry[];
}

const ACTIONS: readonly string[] = 'next set result collect retry call sink fail skip'.split(' ');

export function readActions(then: Node): Actions {
  const named = new Map<string, Entry>();
  const tasks: Entry[] = [];
  const unknown: Entry[] = [];
  for (const part of isList(then) ? then.items : [then]) {
    if (!isMap(part)) continue;
    for (const entry of part.entries) {
      const key = entry.key === 'save' ? 'sink' : entry.key;
      if (ACTIONS.includes(key)) named.set(key, { ...entry, key });
      else if (isMap(entry.value) && inlineKind(entry.value).has('kind')) tasks.push(entry);
      else unknown.push(entry);
    }
  }
  return { named, tasks, unknown };
}
