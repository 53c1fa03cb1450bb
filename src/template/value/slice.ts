import type { Meter } from '../budget.ts';
import { typeError, valueError } from '../error.ts';
import { hasPairs } from '../methods/text/characters.ts';
import { payScan } from '../methods/text/pay.ts';
import { isInteger, isNumeric, isTuple, typeName } from './kinds.ts';
import { ownList } from './owned.ts';
import { Range, Tuple, type Value } from './value.ts';

/** `value[start:stop:step]`; undefined stays undefined. */
export function slice(value: Value, start: Value, stop: Value, step: Value, meter: Meter): Value {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' && !Array.isArray(value) && !(value instanceof Range)) unsliceable(value);
  const by = step == null ? 1 : index(step);
  if (by === 0) valueError('a slice step cannot be zero');
  const characters = typeof value === 'string' ? charactersOf(value, meter) : undefined;
  const source = characters ?? (value as Exclude<typeof value, string>);
  const [from, to] = bounds(source.length, start, stop, by);
  if (value instanceof Range) return new Range(value.at(from), value.at(to), value.step * by);
  const picked: Value[] = [];
  for (let i = from; by > 0 ? i < to : i > to; i += by) picked.push(source.at(i));
  meter.step(picked.length);
  meter.produce(picked.length);
  if (characters !== undefined) return picked.join('');
  return isTuple(value) ? Tuple.of_(picked) : ownList(picked);
}

/** Only a text with characters of two units has to be taken apart. */
function charactersOf(text: string, meter: Meter): string | string[] {
  payScan(text, meter);
  return hasPairs(text) ? [...text] : text;
}

function bounds(length: number, start: Value, stop: Value, by: number): [number, number] {
  const clamp = (bound: Value, otherwise: number) => {
    if (bound == null) return otherwise;
    const at = index(bound);
    const fromEnd = at < 0 ? at + length : at;
    return by > 0 ? Math.min(Math.max(fromEnd, 0), length) : Math.min(Math.max(fromEnd, -1), length - 1);
  };
  return by > 0 ? [clamp(start, 0), clamp(stop, length)] : [clamp(start, length - 1), clamp(stop, -1)];
}

function index(value: Value): number {
  if (isInteger(value)) return Number(value);
  return typeError(`a slice bound must be an integer, not ${typeName(value)}`);
}

function unsliceable(value: Value): never {
  const hint = value === null || isNumeric(value) ? undefined : 'make it a list first: `| list`';
  return typeError(`a value of type ${typeName(value)} cannot be sliced`, hint);
}
