import type { PlainMapping } from '../common/plain-value.ts';
import type { Input } from '../core/decide/input.ts';
import type { ParentLink } from '../core/event.ts';
import type { RerunChoice } from '../core/rerun/plan-rerun.ts';
import type { State } from '../core/state.ts';
import type { Playbook } from '../playbook/model.ts';
import type { CatalogPin } from './catalog.ts';
import type { TurnWatcher } from './turn-watcher.ts';

export interface StartRequest {
  readonly playbook: Playbook;
  /** Its text, kept so that the execution can be taken up again by another process. */
  readonly text: string;
  /** Where it came from: a file or a catalog path. */
  readonly source: string;
  readonly payload: PlainMapping;
  readonly parent?: ParentLink;
  /** The step that runs first, where it is not the playbook's own. */
  readonly entry?: string;
  /** Of what a rerun calls: the execution that was called in its place. */
  readonly inPlaceOf?: string;
  /** Where it came from a catalog: recorded with the start. */
  readonly catalog?: CatalogPin;
  /** `traceparent` of the trace it belongs to. */
  readonly trace?: string;
  /** Chosen by the caller where a start must be repeatable; otherwise a fresh one. */
  readonly executionId?: string;
}

/** Runs an execution again as a new one: all of it, or from some point on. */
export interface RerunRequest extends RerunChoice {
  readonly executionId: string;
  readonly skip?: readonly string[];
  /** Changes of the workload. */
  readonly payload?: PlainMapping;
  /** A newer version in the place of the one that ran. */
  readonly replacement?: Pick<StartRequest, 'playbook' | 'text' | 'source' | 'catalog'>;
}

/**
 * An engine as whoever gives it work sees it: in this process, or in the one that holds the data
 * directory. What it promises is the same in both cases.
 */
export interface EngineHandle {
  /** Starts an execution; when this resolves, its start is durable. Gives its id. */
  start(request: StartRequest): Promise<string>;
  /** As `start`. Throws a `RerunProblem` if what is asked for cannot be done. */
  rerun(request: RerunRequest): Promise<string>;
  /** Cancel, pause, resume, signal, set variables. Resolves when it is durable. */
  send(executionId: string, ...inputs: Input[]): Promise<void>;
  /** As of the last turn that is durable. */
  state(executionId: string): Promise<State>;
  /** Tells `watcher` of every turn from now on, in order per execution; the result ends it. */
  watch(watcher: TurnWatcher): () => void;
  /** The state in which the execution ended; resolves when it has. */
  ended(executionId: string): Promise<State>;
}
