export type GraphFormat = 'text' | 'mermaid' | 'dot' | 'svg';

export const GRAPH_FORMATS: readonly GraphFormat[] = ['text', 'mermaid', 'dot', 'svg'];

/** How far a step has come, in the words of the API. */
export type DrawnStatus = 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'PAUSED' | 'SKIPPED';

/** What a piece of the text drawing is, for whoever colours it. */
export type TextStyle = 'name' | 'faint' | 'condition' | 'failure' | 'back' | DrawnStatus;

export interface DrawOptions {
  /** By step name; a step that is not in the map is drawn without a state. */
  readonly states?: ReadonlyMap<string, DrawnStatus>;
  /** By step name: what else there is to say of it, in a few words. */
  readonly notes?: ReadonlyMap<string, string>;
  /** How often the arcs of a run were taken, by `arcKey`; without it nothing is said of that. */
  readonly taken?: ReadonlyMap<string, number>;
  /** Text only: no characters beyond ASCII, whatever the names are made of. */
  readonly ascii?: boolean;
  /** Text only: wraps a piece in colours; it may not change the width. */
  readonly paint?: (text: string, style: TextStyle) => string;
  /** SVG only: `auto` follows the reader's colour scheme. */
  readonly theme?: 'auto' | 'light' | 'dark';
}

/** Names an arc: its step, and its index in `next`; -1 is the implicit one to `end`. */
export const arcKey = (step: string, arc: number): string => `${step}#${arc}`;
