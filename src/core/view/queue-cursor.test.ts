import { describe, expect, it } from 'vitest';
import { queueCursorText, readQueueCursor } from './queue-cursor.ts';

describe('the cursor of the queue', () => {
  it.each(['380488959915995136.17', '380488959915995136.380488959915995140.3'])(
    'is read as it was written: %s',
    text => {
      const cursor = readQueueCursor(text);
      expect(cursor && queueCursorText(cursor)).toBe(text);
    },
  );

  it.each(['', '17', 'a.1', '1.2.3.4', '1.-2', '99999999999999999999.1'])('is nothing else: %s', text => {
    expect(readQueueCursor(text)).toBeUndefined();
  });
});
