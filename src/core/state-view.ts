import { EMPTY_MAPPING, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { baseContext, type Load, type RenderContext } from './render-context.ts';
import type { State } from './state.ts';
import { type StepView, stepView } from './view/step-view.ts';

/**
 * An execution in the words of its older implementations: the fields and questions that their tests,
 * their tools and the API's clients know.
 */
export interface StateView {
  readonly execution_id: string;
  readonly catalog_id: string;
  readonly state: ExecutionStateText;
  readonly steps: Readonly<Record<string, StepView>>;
  readonly ctx: PlainMapping;
  readonly ctx_set_marks: Readonly<Record<string, string>>;
  readonly workload: PlainMapping | undefined;
  readonly path: string | undefined;
  readonly version: string | undefined;
  readonly started_at: string | undefined;
  readonly completed_at: string | undefined;
  readonly parent_execution_id: string | undefined;
  running_steps(): string[];
  completed_steps(): string[];
  has_running_steps(): boolean;
  get_step_result(name: string): PlainValue | undefined;
  get_all_results(): Readonly<Record<string, PlainValue>>;
  is_step_done(name: string): boolean;
  is_step_completed(name: string): boolean;
  is_step_failed(name: string): boolean;
  build_context(): RenderContext;
}

export type ExecutionStateText = 'initial' | 'in_progress' | 'completed' | 'failed' | 'cancelled';

const STATE_WORDS: Readonly<Record<ExecutionStateText, readonly string[]>> = {
  initial: ['pending'],
  in_progress: ['running'],
  completed: ['success'],
  failed: ['error'],
  cancelled: ['canceled'],
};

/** Case does not matter; an unknown word is an execution that has not started. */
export function parseExecutionState(text: string): ExecutionStateText {
  const word = text.toLowerCase();
  const states = Object.keys(STATE_WORDS) as ExecutionStateText[];
  return states.find(state => state === word || STATE_WORDS[state].includes(word)) ?? 'initial';
}

/** Without a loader, a stored result is shown by its extracted fields. */
const extractedOnly: Load = result => (result.kind === 'stored' ? result.ref.extracted : []);

export function stateView(state: State, { load = extractedOnly }: { readonly load?: Load } = {}): StateView {
  const steps: Record<string, StepView> = Object.create(null);
  for (const [name, step] of state.steps) steps[name] = stepView(name, step);
  const namesWhere = (test: (step: StepView) => boolean) =>
    Object.keys(steps).filter(name => test(steps[name] as StepView));
  const is = (name: string, states: readonly string[]) => states.includes(steps[name]?.state ?? '');
  const { header, phase } = state;
  return {
    execution_id: header?.executionId ?? '',
    catalog_id: header?.catalogId ?? '',
    state: phase.kind,
    steps,
    ctx: state.ctx,
    ctx_set_marks: Object.fromEntries(state.ctxMarks),
    workload: header?.workload ?? EMPTY_MAPPING,
    path: header?.path,
    version: header?.version,
    started_at: header && new Date(header.startedAt).toISOString(),
    completed_at: 'at' in phase ? new Date(phase.at).toISOString() : undefined,
    parent_execution_id: header?.parent?.executionId,
    running_steps: () => namesWhere(step => RUNNING.includes(step.state)),
    completed_steps: () => namesWhere(step => step.state === 'completed'),
    has_running_steps: () => Object.values(steps).some(step => RUNNING.includes(step.state)),
    get_step_result: name => steps[name]?.result,
    get_all_results: () => resultsOf(steps),
    is_step_done: name => is(name, ['completed', 'failed', 'skipped']),
    is_step_completed: name => is(name, ['completed']),
    is_step_failed: name => is(name, ['failed']),
    build_context: () => baseContext(state, { load }),
  };
}

const RUNNING: readonly string[] = ['entered', 'command_issued', 'command_claimed', 'command_started'];

function resultsOf(steps: Readonly<Record<string, StepView>>): Record<string, PlainValue> {
  const results: Record<string, PlainValue> = Object.create(null);
  for (const [name, { result }] of Object.entries(steps)) if (result !== undefined) results[name] = result;
  return results;
}
