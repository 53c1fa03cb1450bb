import type { Condition, Count, TemplateMapping, TemplateText, TemplateValue } from './values.ts';

export interface Loop {
  readonly source: LoopSource;
  /** Name of the item: `iter.<iterator>` and bare `<iterator>`. With `chunk`, the name of the list of items. */
  readonly iterator: string;
  readonly mode: LoopMode;
  /** Applied to a collection in this order: `where`, `orderBy` (stable), `limit`, `chunk`. */
  readonly where: Condition | undefined;
  /** Renders, with the item bound, to the value to sort by. */
  readonly orderBy: TemplateText | undefined;
  readonly limit: Count | undefined;
  /** Items per iteration; absent: one, bound itself and not as a list. */
  readonly chunk: Count | undefined;
  /** `continue` runs all iterations; failed ones hold null and are listed in `failed_items`. */
  readonly onError: 'fail' | 'continue';
}

export type LoopSource =
  /** A list, mapping or number written in the playbook; texts inside may be templates. */
  | { readonly kind: 'literal'; readonly items: readonly TemplateValue[] | TemplateMapping | number | bigint }
  | { readonly kind: 'template'; readonly template: string }
  /** Rows are claimed frame by frame until a claim finds none. */
  | { readonly kind: 'cursor'; readonly cursor: Cursor; readonly frame: Frame };

export type LoopMode =
  | { readonly kind: 'sequential' }
  /** Absent `maxInFlight`: as many as the engine allows. For a cursor it counts frames. */
  | { readonly kind: 'parallel'; readonly maxInFlight: Count | undefined };

export interface Cursor {
  /** Kind of the tool that claims, such as `postgres`. */
  readonly kind: string;
  readonly auth: TemplateValue | undefined;
  /** The statement that claims rows and returns them. */
  readonly claim: string;
  readonly options: TemplateMapping;
}

export interface Frame {
  readonly maxRows: number;
  readonly maxTime: number;
  readonly maxBytes: number;
  readonly lease: number;
  readonly heartbeat: number;
  readonly rowConcurrency: number;
  readonly process: 'row' | 'frame';
  readonly retryMode: string;
  readonly maxAttempts: number;
}
