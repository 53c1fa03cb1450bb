import type { PlainValue } from '../common/plain-value.ts';

/** What can be bound to a parameter of a query. */
export type QueryParameter = null | string | number | bigint | boolean;

export interface QueryRequest {
  readonly sql: string;
  /** By place, or by name without its sign. */
  readonly parameters?: readonly QueryParameter[] | Readonly<Record<string, QueryParameter>> | undefined;
  /** Rows that are given at most. */
  readonly limit: number;
  /** Milliseconds after which it is given up; undefined: never. */
  readonly timeLimit?: number | undefined;
  /** Gives it up. */
  readonly signal?: AbortSignal | undefined;
}

export interface QueryAnswer {
  readonly columns: readonly string[];
  /** Integers beyond 2^53 and floats that JSON does not know are texts, bytes are base64. */
  readonly rows: readonly (readonly PlainValue[])[];
  /** There are more rows than were asked for. */
  readonly truncated: boolean;
}

/**
 * Answers questions about what is stored, in SQL. Nothing can be changed by them, secrets cannot be seen, and
 * whatever is asked, nobody but the asker waits for the answer.
 */
export interface QueryStore {
  /** Throws `QueryRefused`, or a `StoreFailure` if what is stored cannot be read. */
  query(request: QueryRequest): Promise<QueryAnswer>;
}

/**
 * Why there is no answer: the query is `wrong`, it asks for what it may not have (`forbidden`), or its answer
 * takes too long or is too large (`excessive`).
 */
export type QueryRefusal = 'wrong' | 'forbidden' | 'excessive';

/** The message says what is wrong and what to do. */
export class QueryRefused extends Error {
  override readonly name = 'QueryRefused';
  readonly refusal: QueryRefusal;

  constructor(refusal: QueryRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.refusal = refusal;
  }
}
