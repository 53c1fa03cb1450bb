import { canonicalJson } from '../../common/canonical-json.ts';
import type { Arc, Playbook, Step } from '../model.ts';

/** What differs between two playbooks, apart from how they are written. */
export interface PlaybookComparison {
  /** Parts beside the workflow: `metadata`, `workload`, … */
  readonly sections: readonly string[];
  readonly steps: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly { readonly step: string; readonly fields: readonly string[] }[];
  };
  readonly arcs: { readonly added: readonly ComparedArc[]; readonly removed: readonly ComparedArc[] };
}

export interface ComparedArc {
  readonly from: string;
  /** `end` also where the branch ends there. */
  readonly to: string;
  readonly on: Arc['on'];
  /** `otherwise` where it has no condition of its own and others have; null: always. */
  readonly when: string | null;
}

const SECTIONS = ['metadata', 'workload', 'keychain', 'executor', 'entry', 'tests'] as const;

export function comparePlaybooks(before: Playbook, after: Playbook): PlaybookComparison {
  return {
    sections: SECTIONS.filter(section => differ(before[section], after[section])),
    steps: compareSteps(stepsOf(before), stepsOf(after)),
    arcs: compareArcs(before, after),
  };
}

type Steps = ReadonlyMap<string, Step>;

const stepsOf = ({ workflow }: Playbook): Steps => new Map(workflow.map(step => [step.name, step]));

function compareSteps(before: Steps, after: Steps): PlaybookComparison['steps'] {
  return {
    added: [...after.keys()].filter(name => !before.has(name)),
    removed: [...before.keys()].filter(name => !after.has(name)),
    changed: [...after.values()].flatMap(step => {
      const earlier = before.get(step.name);
      const fields = earlier ? changedFields(earlier, step) : [];
      return fields.length > 0 ? [{ step: step.name, fields }] : [];
    }),
  };
}

/** By the names of the model; `kind` only says that there is a loop, which the loop does too. */
function changedFields(before: Step, after: Step): readonly string[] {
  const [old, now] = [{ ...before } as Record<string, unknown>, { ...after } as Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter(field => field !== 'kind' && field !== 'name')
    .filter(field => differ(old[field], now[field]));
}

function compareArcs(before: Playbook, after: Playbook): PlaybookComparison['arcs'] {
  const [old, now] = [arcsOf(before), arcsOf(after)];
  return {
    added: [...now].filter(([key]) => !old.has(key)).map(([, arc]) => arc),
    removed: [...old].filter(([key]) => !now.has(key)).map(([, arc]) => arc),
  };
}

function arcsOf({ workflow }: Playbook): ReadonlyMap<string, ComparedArc> {
  const arcs = workflow.flatMap(step => step.next.arcs.map(arc => comparedArc(step.name, arc)));
  return new Map(arcs.map(arc => [canonicalJson(arc), arc]));
}

function comparedArc(from: string, { target, fires, on }: Arc): ComparedArc {
  const when = fires.kind === 'when' ? fires.when.condition : fires.kind === 'otherwise' ? 'otherwise' : null;
  return { from, to: target.kind === 'step' ? target.step : 'end', on, when };
}

const differ = (a: unknown, b: unknown): boolean => textOf(a) !== textOf(b);
const textOf = (value: unknown): string => (value === undefined ? '' : canonicalJson(value));
