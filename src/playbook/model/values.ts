import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';

/** A text with template syntax, to be rendered. Plain data never has this shape: data is `TemplateValue`. */
export interface TemplateText {
  readonly template: string;
}

/** A test, written with or without braces: compile it with `compileCondition`. `true` and `false` are sources too. */
export interface Condition {
  readonly condition: string;
}

/** Data whose texts, at any depth and in keys too, may be templates; a text without braces is itself. */
export type TemplateValue = PlainValue;
export type TemplateMapping = PlainMapping;

/** Milliseconds, or a template that renders to a duration text (`500ms`, `2s`) or a number of seconds. */
export type Duration = number | TemplateText;

/** A whole number, or a template that renders to one. */
export type Count = number | TemplateText;
