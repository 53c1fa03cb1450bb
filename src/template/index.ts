import { Environment, type EnvironmentOptions } from './environment.ts';
import { renderDeepWith } from './render-deep.ts';
import type { Host } from './runtime.ts';
import type { Template } from './template.ts';
import type { Context } from './value/value.ts';

export { type Budgets, DEFAULT_BUDGETS } from './budget.ts';
export type { CustomFunction } from './custom.ts';
export { Environment, type EnvironmentOptions } from './environment.ts';
export { TemplateError } from './error.ts';
export { TEMPLATE_ERROR_CODES, type TemplateErrorCode } from './error-codes.ts';
export type { Read } from './reads.ts';
export type { Host } from './runtime.ts';
export type { Template } from './template.ts';
export type { Context } from './value/value.ts';

const standard = new Environment();

/** Compiles a template; without options in the shared standard environment, which caches it. */
export function compile(source: string, options?: EnvironmentOptions): Template {
  return (options ? new Environment(options) : standard).compile(source);
}

/** Compiles a condition, which may be written with or without braces. */
export function compileCondition(source: string, options?: EnvironmentOptions): Template {
  return (options ? new Environment(options) : standard).compileCondition(source);
}

/** Renders every string in a structure of mappings and lists. */
export function renderDeep(value: unknown, context: Context, host?: Host): unknown {
  return renderDeepWith(standard, value, context, host);
}
