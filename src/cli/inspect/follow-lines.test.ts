import { expect, it } from 'vitest';
import type { PrintedLine } from '../../core/view/printed-lines.ts';
import { followLines } from './follow-lines.ts';

const ALL = { step: undefined, attempt: undefined, iteration: undefined };
const raw = (text: string, step = 'start') => ({
  executionId: '1',
  commandId: `1:${step}:2`,
  attempt: 1,
  at: 5,
  stream: 'stdout' as const,
  text,
});
const quiet = { onInterrupt: () => () => {} };

async function* given(...texts: readonly string[]) {
  for (const text of texts) yield raw(text);
}

it('prints each line that was not shown yet, also one that says the same as another', async () => {
  const shown: PrintedLine[] = [];
  await followLines(
    () => given('a', 'b'),
    '1',
    ALL,
    [],
    quiet,
    line => shown.push(line),
  );
  expect(shown.map(({ text }) => text)).toEqual(['a', 'b']);
  const more: string[] = [];
  const end = await followLines(
    () => given('a', 'b', 'a', 'c'),
    '1',
    ALL,
    shown,
    quiet,
    ({ text }) => more.push(text),
  );
  expect({ end, more }).toEqual({ end: 'end', more: ['a', 'c'] });
});

it('prints what is wanted alone', async () => {
  const lines: string[] = [];
  const filter = { ...ALL, step: 'other' };
  async function* both() {
    yield raw('no');
    yield raw('yes', 'other');
  }
  await followLines(both, '1', filter, [], quiet, ({ text }) => lines.push(text));
  expect(lines).toEqual(['yes']);
});

it('ends when the user interrupts', async () => {
  let interrupt = () => {};
  const cli = {
    onInterrupt: (callback: () => void) => {
      interrupt = callback;
      return () => {};
    },
  };
  async function* endless(_: string, signal: AbortSignal) {
    yield raw('first');
    interrupt();
    signal.throwIfAborted();
  }
  expect(await followLines(endless, '1', ALL, [], cli, () => {})).toBe('interrupted');
});
