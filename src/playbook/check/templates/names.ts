import type { Draft } from '../../build/playbook.ts';
import type { Assignment, Step } from '../../model.ts';
import { tasksOf } from '../../model-walk.ts';
import type { EvaluationPoint, TemplateSite } from './site.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Known wherever a template is evaluated. */
const EVERYWHERE = words(
  'workload ctx vars steps execution_id catalog_id path version job parent_execution_id input args event env keychain iter',
);
/** Beside them, what the tool of a step can read. */
const ON_WORKER = words(
  'iter loop results _prev _task _attempt step server_url worker_id command_id auth _index _total _first _last _chunk_size output outcome error',
);
const AFTER_STEP = words('output outcome result response data error loop iter fanin status_code step');
const RETRY = words('result error status_code success data response attempt');
const PAGINATION = words('response page result data status_code headers iteration attempt _retry');
const SINK = words('result data this page response');

const AT_POINT: Readonly<Partial<Record<EvaluationPoint, readonly ReadonlySet<string>[]>>> = {
  guard: [words('arrivals')],
  admission: [words('arrivals')],
  'loop source': [words('arrivals')],
  'loop item': [words('iter loop item _index _total')],
  'step set': [AFTER_STEP],
  'arc condition': [AFTER_STEP],
  'arc set': [AFTER_STEP],
  'arc arguments': [AFTER_STEP],
  'step input': [ON_WORKER, words('arrivals')],
  'task config': [ON_WORKER, words('arrivals claim_id frame max_rows lease_seconds __frame_max_rows')],
  'task input': [ON_WORKER, words('arrivals')],
  'task set': [ON_WORKER, words('result response data')],
  'task policy': [ON_WORKER, words('result response data')],
  retry: [ON_WORKER, RETRY],
  pagination: [ON_WORKER, PAGINATION],
  sink: [ON_WORKER, SINK],
  cache: [ON_WORKER],
  'test mock': [ON_WORKER, words('call config')],
  'test condition': [words('status result error calls')],
};

/** Which names mean something where, in one playbook. */
export class KnownNames {
  readonly #anywhere: Set<string>;
  readonly #byStep = new Map<Step, ReadonlySet<string>>();
  /** Names of all steps, workload keys, ctx variables: what `ctx.x` can find. */
  readonly context: ReadonlySet<string>;
  readonly inputs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly workload: ReadonlySet<string>;
  readonly steps: ReadonlySet<string>;
  readonly keychain: ReadonlySet<string>;

  constructor(playbook: Draft, assignments: readonly Assignment[], globals: Iterable<string>) {
    this.workload = new Set(Object.keys(playbook.workload));
    this.steps = new Set(playbook.workflow.map(step => step.name));
    this.keychain = new Set(playbook.keychain.map(entry => entry.name));
    const set = assignments.filter(({ scope }) => scope === 'ctx');
    this.context = new Set([
      ...this.workload,
      ...this.steps,
      ...set.flatMap(({ name }) => [name, name.split('.', 1)[0]!]),
      ...EVERYWHERE,
    ]);
    this.#anywhere = new Set([...this.context, ...globals]);
    this.inputs = inputsOf(playbook);
  }

  has(site: TemplateSite, name: string): boolean {
    if (this.#anywhere.has(name)) return true;
    if (AT_POINT[site.point]?.some(names => names.has(name))) return true;
    return site.step !== undefined && this.#ofStep(site.step).has(name);
  }

  /** Everything a writer at this place may have meant. */
  *candidates(site: TemplateSite): Iterable<string> {
    yield* this.#anywhere;
    for (const names of AT_POINT[site.point] ?? []) yield* names;
    if (site.step) yield* this.#ofStep(site.step);
  }

  /** Inputs, the loop's item, tasks, what pages are collected into. */
  #ofStep(step: Step): ReadonlySet<string> {
    const known = this.#byStep.get(step);
    if (known) return known;
    const names = new Set<string>(this.inputs.get(step.name));
    if (step.kind === 'loop') names.add(step.loop.iterator);
    for (const task of tasksOf(step)) {
      names.add(task.name);
      if (task.paginate) names.add(task.paginate.collect.into);
      if (task.callback) names.add('callback');
    }
    this.#byStep.set(step, names);
    return names;
  }
}

/** By step: keys of its input, of its tasks' inputs, and of the arguments of arcs that lead to it. */
function inputsOf(playbook: Draft): ReadonlyMap<string, ReadonlySet<string>> {
  const inputs = new Map<string, Set<string>>();
  const add = (step: string, values: object) => {
    const names = inputs.get(step) ?? new Set<string>();
    for (const name of Object.keys(values)) names.add(name);
    inputs.set(step, names);
  };
  for (const step of playbook.workflow) {
    add(step.name, step.input);
    for (const task of tasksOf(step)) add(step.name, task.input);
    for (const arc of step.next.arcs) if (arc.target.kind === 'step') add(arc.target.step, arc.args);
  }
  return inputs;
}
