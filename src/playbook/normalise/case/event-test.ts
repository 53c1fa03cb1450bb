/** A `when` of `case`, taken apart: which event it waits for, and what else must hold. */
export interface EventTest {
  /** `call.done`, `call.error`, `step.enter`, …; absent if the condition names none. */
  readonly event: string | undefined;
  /** The other part as an expression without braces; absent if there is none. */
  readonly rest: string | undefined;
}

const BRACES = /^\s*\{\{-?\s*([\s\S]*?)\s*-?\}\}\s*$/;
const EVENT_FIRST = /^event\.name\s*==\s*(['"])([\w.]+)\1(?:\s+and\s+([\s\S]+))?$/;
const EVENT_LAST = /^([\s\S]+?)\s+and\s+event\.name\s*==\s*(['"])([\w.]+)\2$/;

/** A condition is a line; the patterns here are not made for pages. */
const LONGEST = 2000;

/** Undefined if the condition reads the event in a way that cannot be taken apart. */
export function takeApart(condition: string): EventTest | undefined {
  if (condition.length > LONGEST) return undefined;
  const expression = withoutBraces(condition);
  if (hasOr(expression) && readsEvent(expression)) return undefined;
  const first = EVENT_FIRST.exec(expression);
  if (first) return { event: first[2], rest: first[3] };
  const last = EVENT_LAST.exec(expression);
  if (last && !readsEvent(last[1]!)) return { event: last[3], rest: last[1] };
  return readsEvent(expression) ? undefined : { event: undefined, rest: expression };
}

export const withoutBraces = (condition: string): string => BRACES.exec(condition)?.[1] ?? condition.trim();

const readsEvent = (expression: string): boolean => /(^|[^\w.'"])event\b/.test(expression);

/** An `or` outside brackets and quotes: the event does not decide alone then. */
function hasOr(expression: string): boolean {
  let outside = '';
  let depth = 0;
  for (const part of expression.match(/'[^']*'|"[^"]*"|[()[\]{}]|[^'"()[\]{}]+|./gs) ?? []) {
    if (/^[([{]/.test(part)) depth++;
    else if (/^[)\]}]/.test(part)) depth--;
    else if (depth === 0 && !/^['"]/.test(part)) outside += part;
  }
  return /\bor\b/.test(outside);
}

/** Joins expressions that must all hold, with braces; undefined if there are none. */
export function allOf(...parts: readonly (string | undefined)[]): string | undefined {
  const present = parts.filter(part => part !== undefined);
  if (present.length === 0) return undefined;
  return `{{ ${present.length === 1 ? present[0] : present.map(part => `(${part})`).join(' and ')} }}`;
}
