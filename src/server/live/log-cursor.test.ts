import { describe, expect, it } from 'vitest';
import { cursorText, FROM_THE_FIRST, linesAfter, parseCursor } from './log-cursor.ts';

const line = (at: number, text: string) => ({
  at,
  text,
  step: 's',
  iteration: undefined,
  attempt: 1,
  commandId: '1:s:2',
  stream: 'stdout' as const,
});
const LINES = [line(5, 'a'), line(5, 'b'), line(5, 'c'), line(7, 'd')];

describe('how far lines were read', () => {
  it('goes on after any line, also among lines of the same moment', () => {
    const all = [...linesAfter(LINES, FROM_THE_FIRST)];
    expect(all.map(([{ text }]) => text)).toEqual(['a', 'b', 'c', 'd']);
    for (const [index, [, cursor]] of all.entries()) {
      const read = parseCursor(cursorText(cursor)) ?? FROM_THE_FIRST;
      expect([...linesAfter(LINES, read)]).toEqual(all.slice(index + 1));
    }
  });

  it.each(['', 'x', '1', '1-', '-1', '1-2-3', '9'.repeat(20)])('is not told by %j', text => {
    expect(parseCursor(text)).toBeUndefined();
  });
});
