import { parseDuration } from '../../common/duration.ts';
import { nearestName } from '../../common/nearest-name.ts';
import { EMPTY_MAPPING, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Condition, Count, Duration, TemplateText } from '../model.ts';
import type { FieldNodes, PositionTable, SourceRange } from '../positions.ts';
import type { ProblemCode } from '../problem-codes.ts';
import type { ProblemLog } from '../problem-log.ts';
import {
  describe,
  isList,
  isMap,
  isNull,
  isScalar,
  type ListNode,
  type MapNode,
  type Node,
} from '../read/node.ts';
import type { ConditionReads } from './condition-reads.ts';
import { hintForKey } from './words-of-others.ts';

/**
 * Reads typed values out of canonical nodes. What does not fit is reported, and something harmless
 * takes its place, so that one mistake does not hide the others.
 */
export class Builder {
  readonly log: ProblemLog;
  readonly positions: PositionTable;
  readonly conditions: ConditionReads;

  constructor(log: ProblemLog, positions: PositionTable, conditions: ConditionReads) {
    this.log = log;
    this.positions = positions;
    this.conditions = conditions;
  }

  report(code: ProblemCode, at: SourceRange, message: string, hint?: string): void {
    this.log.report(code, at.start, message, hint);
  }

  /** Freezes a model object and notes where it and its fields came from. */
  place<T extends object>(object: T, range: SourceRange, fields?: MapNode | FieldNodes): T {
    return this.positions.place(Object.freeze(object), range, fields);
  }

  /** Puts `next` in the place of an object that was built before. */
  moved<T extends object>(before: object, next: T): T {
    return this.positions.move(before, Object.freeze(next));
  }

  map(node: Node | undefined, what: string): MapNode | undefined {
    return this.#only(node, isMap, what, 'a mapping');
  }

  list(node: Node | undefined, what: string): ListNode | undefined {
    return this.#only(node, isList, what, 'a list');
  }

  #only<T extends Node>(
    node: Node | undefined,
    is: (node: Node | undefined) => node is T,
    what: string,
    expected: string,
  ): T | undefined {
    if (is(node)) return node;
    if (node !== undefined && !isNull(node)) this.wrongType(node, what, expected);
    return undefined;
  }

  wrongType(node: Node, what: string, expected: string): void {
    this.report('wrong_type', node.range, `${what} must be ${expected}, not ${describe(node)}`);
  }

  /** A number or a truth value as a text is what was written. */
  text(node: Node | undefined, what: string): string | undefined {
    if (node === undefined || isNull(node)) return undefined;
    if (isScalar(node)) return String(node.value);
    this.wrongType(node, what, 'a text');
    return undefined;
  }

  texts(node: Node | undefined, what: string): readonly string[] {
    if (node === undefined || isNull(node)) return [];
    const items = isList(node) ? node.items : [node];
    return items.flatMap(item => this.text(item, `an item of ${what}`) ?? []);
  }

  flag(node: Node | undefined, what: string, fallback: boolean): boolean {
    if (node === undefined || isNull(node)) return fallback;
    if (isScalar(node)) {
      if (typeof node.value === 'boolean') return node.value;
      const word = String(node.value).toLowerCase();
      if (['yes', 'on', 'true'].includes(word)) return true;
      if (['no', 'off', 'false'].includes(word)) return false;
    }
    this.wrongType(node, what, 'true or false');
    return fallback;
  }

  oneOf<T extends string>(node: Node | undefined, what: string, allowed: readonly T[], fallback: T): T {
    const word = this.text(node, what);
    if (word === undefined || node === undefined) return fallback;
    if ((allowed as readonly string[]).includes(word)) return word as T;
    const near = nearestName(word, allowed);
    const choices = allowed.map(choice => `\`${choice}\``).join(', ');
    const hint =
      near === undefined ? `use one of ${choices}` : `did you mean \`${near}\`? It can be ${choices}`;
    this.report('wrong_value', node.range, `${what} cannot be \`${word}\``, hint);
    return fallback;
  }

  integer(
    node: Node | undefined,
    what: string,
    least: number,
    code: ProblemCode = 'wrong_value',
  ): number | undefined {
    if (node === undefined || isNull(node)) return undefined;
    const number = isScalar(node) && node.value !== true ? Number(node.value) : Number.NaN;
    if (Number.isSafeInteger(number) && number >= least) return number;
    const expected = least > 0 ? 'a positive integer' : 'an integer from 0 on';
    this.report(code, node.range, `${what} must be ${expected}`);
    return undefined;
  }

  number(node: Node | undefined, what: string, fallback: number): number {
    if (node === undefined || isNull(node)) return fallback;
    const number = isScalar(node) && typeof node.value !== 'boolean' ? Number(node.value) : Number.NaN;
    if (Number.isFinite(number) && number >= 0) return number;
    this.wrongType(node, what, 'a number');
    return fallback;
  }

  count(node: Node | undefined, what: string, code: ProblemCode = 'wrong_value'): Count | undefined {
    return this.#templateIn(node) ?? this.integer(node, what, 1, code);
  }

  duration(node: Node | undefined, what: string): Duration | undefined {
    if (node === undefined || isNull(node)) return undefined;
    const template = this.#templateIn(node);
    if (template) return template;
    const value = isScalar(node) ? node.value : undefined;
    const ms = typeof value === 'string' || typeof value === 'number' ? parseDuration(value) : undefined;
    if (ms === undefined) {
      this.report(
        'wrong_value',
        node.range,
        `${what} must be a duration`,
        'write `500ms`, `2s`, `5m`, `2h` or a number of seconds',
      );
    }
    return ms;
  }

  #templateIn(node: Node | undefined): TemplateText | undefined {
    const isTemplate = isScalar(node) && typeof node.value === 'string' && /\{[{%]/.test(node.value);
    return isTemplate ? this.template(node, '') : undefined;
  }

  template(node: Node | undefined, what: string): TemplateText | undefined {
    const template = this.text(node, what);
    return template === undefined || !node
      ? undefined
      : this.place({ template }, node.range, { template: node });
  }

  condition(node: Node | undefined, what: string): Condition | undefined {
    const condition = this.text(node, what);
    return condition === undefined || !node
      ? undefined
      : this.place({ condition }, node.range, { condition: node });
  }

  /** Data with a null prototype, frozen, each container with the places of what it holds. */
  value(node: Node): PlainValue {
    if (node.kind === 'scalar') return node.value;
    if (node.kind === 'list') {
      const items = Object.freeze(node.items.map(item => this.value(item)));
      return this.positions.place(items, node.range, node);
    }
    return this.#mapping(node);
  }

  #mapping(node: MapNode): PlainMapping {
    const object: Record<string, PlainValue> = Object.create(null);
    for (const { key, value } of node.entries) object[key] = this.value(value);
    return this.positions.place(Object.freeze(object), node.range, node);
  }

  mapping(node: Node | undefined, what: string): PlainMapping {
    const map = this.map(node, what);
    return map ? this.#mapping(map) : EMPTY_MAPPING;
  }

  /** Warns of keys that mean nothing here. */
  unknownKeys(map: MapNode, known: readonly string[], where: string): void {
    for (const { key, keyRange } of map.entries) {
      if (known.includes(key)) continue;
      const hint = hintForKey(where, key) ?? unknownKeyHint(key, known);
      this.report('unknown_key', keyRange, `\`${key}\` has no meaning in ${where}`, hint);
    }
  }
}

function unknownKeyHint(key: string, known: readonly string[]): string | undefined {
  if (key.startsWith('-')) return 'a blank is missing behind the dash';
  const near = nearestName(key, known);
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
}
