import type { Float } from '../value/value.ts';

/** One word of an expression. `at` and `end` are offsets in the source. */
export type Token =
  | { readonly kind: 'name'; readonly text: string; readonly at: number; readonly end: number }
  | { readonly kind: 'operator'; readonly text: string; readonly at: number; readonly end: number }
  | { readonly kind: 'string'; readonly text: string; readonly at: number; readonly end: number }
  | {
      readonly kind: 'number';
      readonly value: number | bigint | Float;
      readonly text: string;
      readonly at: number;
      readonly end: number;
    };

/** A template is text, `{{ print }}` and `{% statement %}` segments; comments and raw are gone. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | {
      readonly kind: 'print' | 'statement';
      readonly tokens: readonly Token[];
      readonly at: number;
      /** Offset of the closing `}}` or `%}`. */
      readonly end: number;
    };
