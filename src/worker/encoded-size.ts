import type { PlainValue } from '../common/plain-value.ts';

/** About how many bytes a value takes as JSON; stops counting beyond `limit`, so a huge value is cheap to refuse. */
export function encodedSize(value: PlainValue, limit: number): number {
  let size = 0;
  const pending: PlainValue[] = [value];
  while (pending.length > 0 && size <= limit) {
    const next = pending.pop() as PlainValue;
    if (typeof next === 'string') size += Buffer.byteLength(next) + 2;
    else if (typeof next !== 'object' || next === null) size += 8;
    else if (Array.isArray(next)) {
      size += 2 + next.length;
      for (const item of next) pending.push(item);
    } else {
      for (const [key, item] of Object.entries(next)) {
        size += key.length + 4;
        pending.push(item);
      }
    }
  }
  return size;
}
