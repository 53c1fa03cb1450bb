import type { PlainMapping } from '../../../common/plain-value.ts';

/** What a worker is asked to run. */
export interface Request {
  readonly source: string;
  readonly moduleSource: string | undefined;
  readonly offset: number;
  readonly filename: string;
  readonly folder: string;
  /** The variables of the code; their values are found by `valuesOf`. */
  readonly names: readonly string[];
  /** Names beside the inputs. */
  readonly globals: PlainMapping;
  readonly input: PlainMapping;
  readonly context: PlainMapping;
  readonly libs: PlainMapping;
  readonly env: Readonly<Record<string, string>>;
  /** Whether a `result` that is there after the code was made by it. */
  readonly resultIsOwn: boolean;
  readonly sandbox: { readonly memory: number } | undefined;
}

export interface RaisedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly line: number | undefined;
  /** Of an error that is not the code's own. */
  readonly code: string | undefined;
}

export type Answer =
  | { readonly ok: true; readonly data: unknown; readonly notes: readonly string[] }
  | { readonly ok: false; readonly error: RaisedError };

export type Message =
  | { readonly type: 'print'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  /** `worn`: something of the call goes on. */
  | { readonly type: 'answer'; readonly answer: Answer; readonly worn: boolean };

/** What a worker is started with. */
export interface WorkerData {
  /** Characters printed and not yet taken; the worker waits while there are too many. */
  readonly unread: Int32Array;
  /** Where the packages of the sandbox stand. */
  readonly quickjs: { readonly core: string; readonly variant: string; readonly wasm: string };
}
