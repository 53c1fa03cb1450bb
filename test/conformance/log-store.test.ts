import { expect, it } from 'vitest';
import type { LogAddress, LogLine } from '../../src/ports/log-store.ts';
import { HOSTILE_TEXTS } from './hostile.ts';
import { describeWorkerStores } from './subjects.ts';

const MIB = 2 ** 20;

const at = (commandId: string, attempt = 1, executionId = '1'): LogAddress => ({
  executionId,
  commandId,
  attempt,
});

const line = (text: string, time = 1000): LogLine => ({ at: time, stream: 'stdout', text });

describeWorkerStores('the log store', stores => {
  const readTexts = async (wanted: Partial<LogAddress> = {}) => {
    await stores().logs.flush();
    return (await stores().logs.read({ executionId: '1', ...wanted })).map(({ text }) => text);
  };

  it('gives back lines in the order they were written, with their address', async () => {
    const { logs } = stores();
    logs.write(at('1:a:5'), [line('one', 1), { at: 2, stream: 'stderr', text: 'two' }]);
    logs.write(at('1:a:5'), [{ at: 3, stream: 'log', text: 'three' }]);
    await logs.flush();
    expect(await logs.read({ executionId: '1' })).toEqual([
      { ...at('1:a:5'), at: 1, stream: 'stdout', text: 'one' },
      { ...at('1:a:5'), at: 2, stream: 'stderr', text: 'two' },
      { ...at('1:a:5'), at: 3, stream: 'log', text: 'three' },
    ]);
  });

  it('tells executions, commands and attempts apart', async () => {
    const { logs } = stores();
    logs.write(at('a', 1), [line('a1')]);
    logs.write(at('b', 1), [line('b1')]);
    logs.write(at('a', 2), [line('a2')]);
    logs.write(at('a', 1, '2'), [line('other')]);
    expect(await readTexts()).toEqual(['a1', 'b1', 'a2']);
    expect(await readTexts({ commandId: 'a' })).toEqual(['a1', 'a2']);
    expect(await readTexts({ commandId: 'a', attempt: 2 })).toEqual(['a2']);
    expect(await readTexts({ executionId: '2' })).toEqual(['other']);
    expect(await readTexts({ executionId: 'none' })).toEqual([]);
    expect(await readTexts({ commandId: 'c' })).toEqual([]);
  });

  it('keeps hostile lines and command ids as they are', async () => {
    const { logs } = stores();
    for (const text of HOSTILE_TEXTS) logs.write(at(text), [line(text), line('next')]);
    for (const text of HOSTILE_TEXTS) expect(await readTexts({ commandId: text })).toEqual([text, 'next']);
  });

  it('continues a very long line in the next one', async () => {
    const text = `${'😀'.repeat(100_000)}end`;
    stores().logs.write(at('a'), [line(text)]);
    const lines = await readTexts();
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('') === text).toBe(true);
    expect(lines.some(each => /\p{Surrogate}/u.test(each))).toBe(false);
  });

  it.each([
    ['in one go', 1_000_000],
    ['little by little', 500],
  ])('keeps the head and the tail of 30 MiB written %s, and says what is missing', async (_, perFlush) => {
    const { logs } = stores();
    const count = 30_000;
    for (let i = 0; i < count; i++) {
      logs.write(at('a'), [line(`${i} ${'x'.repeat(1000)}`)]);
      if (i % perFlush === 0) await logs.flush();
    }
    const lines = await readTexts();
    const notice = lines.findIndex(text => text.startsWith('[noetl: '));
    const [, omitted] =
      /^\[noetl: (\d+) lines \(\d+ bytes\) left out here\]$/.exec(lines[notice] ?? '') ?? [];
    expect(Number(omitted) + lines.length - 1).toBe(count);
    const numbers = lines.toSpliced(notice, 1).map(text => Number(text.split(' ')[0]));
    const expected = [
      ...numbers.slice(0, notice).map((_, i) => i),
      ...numbers.slice(notice).map((_, i) => i + notice + Number(omitted)),
    ];
    expect(numbers).toEqual(expected);
    const bytes = lines.reduce((sum, text) => sum + text.length, 0);
    expect(bytes).toBeLessThan(10 * MIB);
    expect(bytes).toBeGreaterThan(9 * MIB);
  });

  it('bounds empty lines too', async () => {
    const lines = Array.from({ length: 500_000 }, () => line(''));
    stores().logs.write(at('a'), lines);
    expect((await readTexts()).length).toBeLessThan((10 * MIB) / 30);
  });

  it('takes writes after it was closed without a word, but says so to a reader', async () => {
    const { logs } = stores();
    await stores().close();
    logs.write(at('a'), [line('late')]);
    await expect(logs.read({ executionId: '1' })).rejects.toMatchObject({ code: 'store_closed' });
    await expect(logs.flush()).rejects.toMatchObject({ code: 'store_closed' });
  });

  it('does not mind an address that is none', async () => {
    stores().logs.write(at('a', 1, 'no id'), [line('x')]);
    await stores().logs.flush();
    expect(await readTexts()).toEqual([]);
  });
});
