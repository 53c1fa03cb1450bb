import type { Wear } from './wear.ts';

/** What the code raised, or what kept it from running. */
export interface RaisedError {
  readonly type: string;
  readonly message: string;
  /** Of an error that is not the code's own. */
  readonly code?: string;
  readonly traceback?: string;
  /** Of the code. */
  readonly line?: number | null;
}

export type Reply = Wear & { readonly executable: string | null } & (
    | {
        readonly ok: true;
        readonly notes: readonly string[];
        /** The result as JSON. */
        readonly data: string;
      }
    | { readonly ok: false; readonly error: RaisedError }
  );

/** A line of JSON about the call, then the result. */
export function readReply(payload: string): Reply {
  const end = payload.indexOf('\n');
  return { ...JSON.parse(payload.slice(0, end)), data: payload.slice(end + 1) };
}
