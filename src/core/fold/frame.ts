import type { FrameCommitted, FrameFailed, FrameStarted } from '../event.ts';
import type { Draft } from './draft.ts';

/** F14: rows that were claimed are the next iterations. A frame is looked after until all its rows are settled. */
export function foldFrame(draft: Draft, event: FrameStarted | FrameCommitted | FrameFailed): void {
  const loop = draft.loop(event);
  const cursor = loop?.cursor;
  if (!cursor) return;
  const { frame } = event;
  switch (event.type) {
    case 'frame.started': {
      const claim = cursor.open.get(frame);
      // A frame starts once, with the rows that its claim has found.
      if (claim?.status.kind !== 'completed') return;
      cursor.open.delete(frame);
      if (event.rows === 0) cursor.isDrained = true;
      const { from, rows } = event;
      if (rows > 0)
        cursor.frames = [...cursor.frames, { frame, from, to: from + rows, items: claim.status.result }];
      loop.total = Math.max(loop.total, from + rows);
      return;
    }
    case 'frame.committed':
      cursor.frames = cursor.frames.filter(open => open.frame !== frame);
      return;
    case 'frame.failed':
      cursor.open.delete(frame);
      cursor.failure ??= event.error;
  }
}
