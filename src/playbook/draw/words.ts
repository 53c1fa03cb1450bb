import type { Arc, Condition, Count, Loop, Router, Tool } from '../model.ts';

/** Characters that move the cursor, reverse the direction of writing, are invisible or are not characters. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A text as one line of printable characters, cut to `most` of them. */
export function oneLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 8)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(UNPRINTABLE, '·');
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}

export const NAME_LENGTH = 40;
export const CONDITION_LENGTH = 48;

const BRACES = /^\{\{-?([^{}]*)-?\}\}$/;

/** `{{ a > 1 }}` → `a > 1`. */
export function conditionText({ condition }: Condition): string {
  const source = condition.trim();
  return BRACES.exec(source)?.[1]?.trim() ?? source;
}

/** The older way to write `on: failure`. */
const FAILED = /^event\.name\s*==\s*(['"])(?:step\.failed|call\.error|command\.failed)\1$/;

/** Under which condition an arc is taken; undefined where it simply is. */
export function arcLabel(arc: Arc, router: Router): string | undefined {
  const failing = arc.on === 'failure';
  switch (arc.fires.kind) {
    case 'when': {
      if (FAILED.test(conditionText(arc.fires.when))) return 'on failure';
      const condition = oneLine(conditionText(arc.fires.when), CONDITION_LENGTH);
      return failing ? `on failure: ${condition}` : condition;
    }
    case 'otherwise':
      return hasAlternative(arc, router) ? 'otherwise' : failing ? 'on failure' : undefined;
    case 'always':
      return failing ? 'on failure' : arc.on === 'any' ? 'always' : undefined;
  }
}

/** The label of a drawn arc, and how often it was taken where that is more than once. */
export function labelWithCount({
  label,
  taken,
}: {
  readonly label: string | undefined;
  readonly taken: number | undefined;
}): string | undefined {
  if (taken === undefined || taken < 2) return label;
  return label === undefined ? `${taken} times` : `${label} (${taken} times)`;
}

/** Whether another arc with a condition is looked at on the same outcome. */
function hasAlternative(arc: Arc, { arcs }: Router): boolean {
  return arcs.some(
    other => other.fires.kind === 'when' && (other.on === arc.on || other.on === 'any' || arc.on === 'any'),
  );
}

/** The kinds of a step's tools: `http → postgres`. */
export function toolText(tool: Tool): string {
  switch (tool.kind) {
    case 'router':
      return '';
    case 'single':
      return oneLine(tool.task.kind, 24);
    case 'pipeline': {
      const kinds = tool.tasks.slice(0, 3).map(task => oneLine(task.kind, 16));
      return [...kinds, ...(tool.tasks.length > 3 ? ['…'] : [])].join(' → ');
    }
  }
}

/** `each shop, 8 at a time`; `each order claimed by postgres`. */
export function loopText({ source, iterator, mode }: Loop): string {
  const each = oneLine(iterator, 20);
  if (source.kind === 'cursor') return `each ${each} claimed by ${oneLine(source.cursor.kind, 16)}`;
  return `each ${each}${mode.kind === 'parallel' ? `, ${atATime(mode.maxInFlight)}` : ''}`;
}

function atATime(count: Count | undefined): string {
  return typeof count === 'number' ? `${count} at a time` : 'in parallel';
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const ZERO_WIDTH = /\p{Mark}/u;

/** Columns of a fixed-width font that a text takes. */
export function columns(text: string): number {
  let width = 0;
  for (const character of text) width += ZERO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}
