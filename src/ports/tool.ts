import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
import type { ParkedOn } from '../core/event.ts';
import type { Failure } from '../core/result.ts';
import type { LogLine } from './log-store.ts';
import type { BodyFormat } from './result-store.ts';

/** One execution of one task, everything rendered. */
export interface ToolCall {
  readonly kind: string;
  /** The tool's own fields under their canonical names. */
  readonly config: PlainMapping;
  /** Step and task input merged, with the arguments that arrived. */
  readonly input: PlainMapping;
  /** The resolved credential, if the task has `auth`. */
  readonly auth: PlainValue | undefined;
  /** Other names the step may read, looked up when they are read: workload, step results, `ctx`. */
  readonly context: Readonly<Record<string, unknown>>;
  /** If the command is one of a loop: the item, by the iterator's name, `index`, `total`, `first`, `last`. */
  readonly iteration?: PlainMapping | undefined;
  readonly executionId: string;
  /** Folder of the execution's playbook, from which relative paths start; undefined: the process has its own. */
  readonly baseDir?: string | undefined;
  readonly step: string;
  readonly task: string;
  /** The same over all attempts: the idempotency key. */
  readonly commandId: string;
  readonly attempt: number;
  /** How often a worker was lost with this command: with the attempt it tells one delivery from another. */
  readonly redeliveries: number;
  /** `traceparent` for those the tool calls; undefined: the execution is in no trace. */
  readonly trace?: string | undefined;
  /** Milliseconds the playbook gives the task; undefined: it does not say. */
  readonly timeout?: number | undefined;
}

/** Milliseconds a tool has to clean up after its signal; then it is given up. Longer than tools give processes. */
export const CLEAN_UP_GRACE = 5000;

/** What a tool may do beside answering. */
export interface ToolIo {
  /** Aborted when the task must stop: cancelled, timed out, shutting down. The tool ends promptly and cleans up. */
  readonly signal: AbortSignal;
  print(stream: LogLine['stream'], text: string): void;
  /**
   * Stores a body while it arrives, without its secrets. Throws what its chunks throw, and then nothing of it
   * is kept. Undefined: whoever reads the answer needs the whole of it in memory.
   */
  readonly keep?: ((body: LargeBody) => Promise<KeptBody>) | undefined;
}

/** A body that is too large to be held in memory. */
export interface LargeBody {
  /** Texts as texts, anything else as bytes. */
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** Asked when the chunks are over. What is said to be JSON and is none is a text. */
  readonly format: () => BodyFormat;
}

export interface KeptBody {
  /** What the tool answers with as `data` of its data, in the place of the body. */
  readonly reference: PlainMapping;
  /** What it turned out to be. */
  readonly format: BodyFormat;
}

/**
 * A tool answers with an outcome and does not throw for what its user did wrong; whatever it throws is
 * reported as a failure of kind `exception`.
 */
export type ToolOutcome =
  | { readonly status: 'ok'; readonly data: PlainValue; readonly about?: OutcomeAbout }
  | {
      readonly status: 'error';
      readonly error: Failure;
      readonly data?: PlainValue;
      readonly about?: OutcomeAbout;
    }
  /** The command waits for something outside and holds no worker meanwhile. */
  | { readonly status: 'parked'; readonly waitsFor: ParkedOn };

/** Further parts of the outcome that policies read: `output.http`, `output.meta`. */
export interface OutcomeAbout {
  readonly http?: { readonly status: number; readonly headers: PlainMapping };
  readonly meta?: PlainMapping;
}

export interface Tool {
  run(call: ToolCall, io: ToolIo): Promise<ToolOutcome>;
  /** Milliseconds a task may take where the playbook does not say. */
  readonly defaultTimeout: number;
  /** What it is given becomes part of another log: a secret among it is refused, because it would be written down. */
  readonly recordsInput?: boolean;
  /** Ends what the tool keeps warm. */
  close?(): Promise<void>;
}

/** Tools by kind; loading one may import it on first use. */
export interface ToolRegistry {
  find(kind: string): Promise<Tool | undefined>;
  kinds(): readonly string[];
  close(): Promise<void>;
}
