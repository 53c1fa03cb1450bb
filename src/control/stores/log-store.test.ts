import { describe, expect, it } from 'vitest';
import { type Deferred, deferred } from '../../common/deferred.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import type { LogLine, LogStore } from '../../ports/log-store.ts';
import type { WriteOrder } from '../write-order.ts';
import { HeldLogStore } from './log-store.ts';

const at = (commandId: string) => ({ executionId: '1', commandId, attempt: 1 });
const line = (text: string): LogLine => ({ at: 7, stream: 'stdout', text });
const NOBODY_READS = {} as LogStore;

type Sent = Extract<WriteOrder, { do: 'write_log' }>;
const textsOf = (orders: readonly WriteOrder[]): string[] =>
  orders
    .filter((order): order is Sent => order.do === 'write_log')
    .map(({ commandId, lines }) => `${commandId}: ${lines.map(({ text }) => text).join(' ')}`);

/** A holder that answers when it is told to. */
function slowHolder() {
  const orders: WriteOrder[] = [];
  const answers: Deferred<PlainValue>[] = [];
  let come: () => void = () => {};
  const ask = (order: WriteOrder): Promise<PlainValue> => {
    orders.push(order);
    const answer = deferred<PlainValue>();
    answers.push(answer);
    come();
    return answer.promise;
  };
  const nextOrder = () =>
    new Promise<void>(resolve => {
      come = resolve;
    });
  return { orders, ask, nextOrder, answer: () => answers.shift()?.resolve(null) };
}

describe('lines that are sent to the holder', () => {
  it('go together by attempt while others are on their way, and one message after the other', async () => {
    const { orders, ask, nextOrder, answer } = slowHolder();
    const logs = new HeldLogStore(NOBODY_READS, ask);
    logs.write(at('a'), [line('1')]);
    await nextOrder();
    logs.write(at('a'), [line('2')]);
    logs.write(at('b'), [line('3')]);
    logs.write(at('a'), [line('4'), line('5')]);
    expect(orders).toHaveLength(1);
    for (let more = 0; more < 2; more++) {
      const came = nextOrder();
      answer();
      await came;
    }
    expect(textsOf(orders)).toEqual(['a: 1', 'a: 2 4 5', 'b: 3']);
  });

  it('are in no message that is too large, and neither is a line', async () => {
    const orders: WriteOrder[] = [];
    const logs = new HeldLogStore(NOBODY_READS, async order => {
      orders.push(order);
      return null;
    });
    logs.write(at('a'), [line('\u0001'.repeat(5 << 20))]);
    await logs.flush();
    expect(orders.length).toBeGreaterThan(5);
    expect(Math.max(...orders.map(order => JSON.stringify(order).length))).toBeLessThan(8 << 20);
    const sent = orders.flatMap(order => (order.do === 'write_log' ? order.lines : []));
    expect(sent.reduce((sum, { text }) => sum + text.length, 0)).toBe(5 << 20);
  });

  it('are waited for by a flush, but not those that come after it', async () => {
    const { orders, ask, nextOrder, answer } = slowHolder();
    const logs = new HeldLogStore(NOBODY_READS, ask);
    logs.write(at('a'), [line('before')]);
    const flushed = logs.flush();
    logs.write(at('a'), [line('after')]);
    await nextOrder();
    const came = nextOrder();
    answer();
    await came;
    expect(orders.map(order => order.do)).toEqual(['write_log', 'flush_logs']);
    const later = nextOrder();
    answer();
    await flushed;
    await later;
    expect(textsOf(orders)).toEqual(['a: before', 'a: after']);
  });

  it('are flushed once: where nothing is new, nobody is asked', async () => {
    const orders: WriteOrder[] = [];
    const logs = new HeldLogStore(NOBODY_READS, async order => {
      orders.push(order);
      return null;
    });
    await logs.flush();
    logs.write(at('a'), [line('1')]);
    await logs.flush();
    await logs.flush();
    logs.write(at('a'), [line('2')]);
    await logs.flush();
    const once = ['write_log', 'flush_logs'];
    expect(orders.map(order => order.do)).toEqual([...once, ...once]);
  });

  it('are dropped and counted if too many wait, and a notice stands in their place', async () => {
    const { orders, ask, nextOrder, answer } = slowHolder();
    const logs = new HeldLogStore(NOBODY_READS, ask, 200);
    for (const text of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) logs.write(at('a'), [line(text)]);
    await nextOrder();
    const noticed = nextOrder();
    answer();
    await noticed;
    expect(textsOf(orders)).toEqual(['a: 1 2 3 4 5 6', 'a: [noetl: 3 lines (99 bytes) left out here]']);
    expect(logs.lost).toEqual({ lines: 3, bytes: 99 });
  });

  it('are counted if the holder refuses them, which no command notices but whoever asks for them', async () => {
    const logs = new HeldLogStore(NOBODY_READS, async () => {
      throw new Error('refused');
    });
    logs.write(at('a'), [line('1'), line('2')]);
    await expect(logs.flush()).rejects.toThrow('refused');
    expect(logs.lost.lines).toBe(2);
  });
});
