import type { Environment } from './environment.ts';
import { hasTemplateSyntax } from './lexer/lexer.ts';
import type { Host } from './runtime.ts';
import type { Context } from './value/value.ts';

/**
 * Renders every string in a structure, keys included. A string that is one `{{ expression }}` becomes
 * its native value; whatever has no template in it is passed through, not copied.
 */
export function renderDeepWith(
  environment: Environment,
  value: unknown,
  context: Context,
  host: Host = {},
): unknown {
  if (typeof value === 'string') {
    return hasTemplateSyntax(value) ? environment.compile(value).evaluate(context, host) : value;
  }
  if (Array.isArray(value)) return renderList(environment, value, context, host);
  return isPlainObject(value) ? renderRecord(environment, value, context, host) : value;
}

function renderList(
  environment: Environment,
  list: readonly unknown[],
  context: Context,
  host: Host,
): readonly unknown[] {
  const rendered = list.map(item => renderDeepWith(environment, item, context, host));
  return rendered.some((item, i) => item !== list[i]) ? rendered : list;
}

function renderRecord(
  environment: Environment,
  record: Record<string, unknown>,
  context: Context,
  host: Host,
): unknown {
  const rendered: Record<string, unknown> = Object.create(null);
  let changed = false;
  for (const [key, value] of Object.entries(record)) {
    const newKey = hasTemplateSyntax(key) ? environment.compile(key).renderText(context, host) : key;
    const newValue = renderDeepWith(environment, value, context, host);
    changed ||= newKey !== key || newValue !== value;
    rendered[newKey] = newValue;
  }
  return changed ? rendered : record;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
