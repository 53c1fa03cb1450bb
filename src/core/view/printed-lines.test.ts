import { describe, expect, it } from 'vitest';
import { chooseLines, type LogFilter, NewLines, sourceOf } from './printed-lines.ts';

const line = (at: number, text: string, commandId = '1:fetch:2', attempt = 1) => ({
  executionId: '1',
  commandId,
  attempt,
  at,
  stream: 'stdout' as const,
  text,
});
const ALL: LogFilter = { step: undefined, attempt: undefined, iteration: undefined };

describe('printed lines', () => {
  it('are in the order in which they were printed, whoever printed them', () => {
    const lines = chooseLines([line(1, 'a'), line(5, 'c'), line(3, 'b', '1:each:3:i2', 2)], ALL);
    expect(lines.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(lines.map(sourceOf)).toEqual(['fetch', 'each[2] (attempt 2)', 'fetch']);
  });

  it('are chosen by step, item and attempt', () => {
    const lines = [line(1, 'a'), line(2, 'b', '1:each:3:i2'), line(3, 'c', '1:each:3:i2', 2)];
    const chosen = (filter: Partial<LogFilter>) =>
      chooseLines(lines, { ...ALL, ...filter }).map(({ text }) => text);
    expect(chosen({ step: 'each' })).toEqual(['b', 'c']);
    expect(chosen({ iteration: 2, attempt: 2 })).toEqual(['c']);
  });

  it('are new once, also when equal ones follow', () => {
    const fresh = new NewLines();
    const texts = (...lines: readonly ReturnType<typeof line>[]) =>
      fresh.among(chooseLines(lines, ALL)).map(({ text }) => text);
    expect(texts(line(1, 'a'), line(1, 'a'))).toEqual(['a', 'a']);
    expect(texts(line(1, 'a'), line(1, 'a'))).toEqual([]);
    expect(texts(line(1, 'a'), line(1, 'a'), line(1, 'a'))).toEqual(['a']);
  });

  it('are not told again when a long log has lost its middle meanwhile', () => {
    const fresh = new NewLines();
    fresh.among(chooseLines([line(1, 'a'), line(2, 'b'), line(3, 'c'), line(4, 'd')], ALL));
    const shrunk = [line(1, 'a'), line(4, '… 2 lines left out'), line(4, 'd'), line(5, 'e')];
    expect(fresh.among(chooseLines(shrunk, ALL)).map(({ text }) => text)).toEqual(['e']);
  });
});
