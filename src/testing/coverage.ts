import type { Event } from '../core/event.ts';
import type { Playbook } from '../playbook/model.ts';

/** What an execution reached: steps by name, arcs by `step#index`. */
export interface Reached {
  readonly steps: ReadonlySet<string>;
  readonly arcs: ReadonlySet<string>;
}

export interface Coverage {
  readonly steps: Share;
  readonly arcs: Share;
}

/** So many of all, and the names of those that were missed. */
export interface Share {
  readonly reached: number;
  readonly total: number;
  readonly missed: readonly string[];
}

const arcKey = (step: string, arc: number): string => `${step}#${arc}`;

export function reachedBy(events: readonly Event[]): Reached {
  const steps = new Set<string>();
  const arcs = new Set<string>();
  for (const event of events) {
    if (event.type === 'step.enter') steps.add(event.step);
    if (event.type === 'next.evaluated')
      for (const { arc } of event.tokens) if (arc >= 0) arcs.add(arcKey(event.step, arc));
  }
  return { steps, arcs };
}

/** Steps and arcs of a playbook that no test reached. */
export function coverageOf(playbook: Playbook, tests: readonly Reached[]): Coverage {
  const steps = playbook.workflow.map(({ name }) => ({ key: name, name }));
  const arcs = playbook.workflow.flatMap(({ name, next }) =>
    next.arcs.flatMap(({ target }, i) =>
      target.kind === 'step' ? [{ key: arcKey(name, i), name: `${name} → ${target.step}` }] : [],
    ),
  );
  return {
    steps: shareOf(steps, key => tests.some(test => test.steps.has(key))),
    arcs: shareOf(arcs, key => tests.some(test => test.arcs.has(key))),
  };
}

function shareOf(
  all: readonly { readonly key: string; readonly name: string }[],
  isReached: (key: string) => boolean,
): Share {
  const missed = all.filter(({ key }) => !isReached(key)).map(({ name }) => name);
  return { reached: all.length - missed.length, total: all.length, missed };
}
