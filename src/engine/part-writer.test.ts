import { describe, expect, it } from 'vitest';
import type { PlainValue } from '../common/plain-value.ts';
import { PartWriter } from './part-writer.ts';

function writer(total: number) {
  const written: [number, readonly PlainValue[]][] = [];
  const parts = new PartWriter(3, async (part, data) => {
    written.push([part, data]);
    return `part ${part}`;
  });
  parts.expect(total);
  return { parts, written };
}

describe('values in parts', () => {
  it('are written as soon as their part is complete, in whatever order they arrive', async () => {
    const { parts, written } = writer(8);
    for (const index of [2, 0, 3, 1]) parts.add(index, index * 10);
    await parts.flush();
    expect(written).toEqual([[0, [0, 10, 20]]]);
    for (const index of [4, 3, 7, 5, 6]) parts.add(index, index * 10);
    expect(await parts.finish()).toEqual(['part 0', 'part 1', 'part 2']);
    expect(written.slice(1)).toEqual([
      [1, [30, 40, 50]],
      [2, [60, 70]],
    ]);
  });

  it('are null where nothing arrived', async () => {
    const { parts, written } = writer(7);
    parts.add(4, 'x');
    expect(await parts.finish()).toHaveLength(3);
    expect(written).toEqual([
      [0, [null, null, null]],
      [1, [null, 'x', null]],
      [2, [null]],
    ]);
  });

  it('count once: what arrives again changes nothing', async () => {
    const { parts, written } = writer(3);
    for (const value of ['first', 'second']) parts.add(0, value);
    for (const index of [1, 2, 1]) parts.add(index, index);
    await parts.finish();
    expect(written).toEqual([[0, ['first', 1, 2]]]);
  });
});
