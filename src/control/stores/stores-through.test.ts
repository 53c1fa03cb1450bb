import { describe, expect, it } from 'vitest';
import type { PlainValue } from '../../common/plain-value.ts';
import type { Body } from '../../ports/result-store.ts';
import { ControlError } from '../control-error.ts';
import type { WrittenStores } from '../serve-writes.ts';
import { shipmentLost } from '../shipment-lost.ts';
import { HeardStoreFailure } from '../told-failure.ts';
import type { WriteOrder } from '../write-order.ts';
import { storesThrough } from './stores-through.ts';

const NOBODY_READS = {} as WrittenStores;
const REF = { uri: 'noetl://x', sha256: 'h', bytes: 1, extracted: {} };
const LONG = 'x'.repeat(3 << 20);

/** A holder that answers each kind of order so, and notes what it was asked. */
function holderThat(answers: { readonly [Verb in WriteOrder['do']]?: (count: number) => PlainValue }) {
  const asked: WriteOrder['do'][] = [];
  const stores = storesThrough(NOBODY_READS, async order => {
    asked.push(order.do);
    const count = asked.filter(verb => verb === order.do).length;
    return answers[order.do]?.(count) ?? null;
  });
  return { asked, stores };
}

const bodyOf = (...chunks: string[]): Body => ({
  format: () => 'text',
  chunks: (async function* () {
    for (const chunk of chunks) {
      if (chunk === 'broken') throw new Error('the source broke');
      yield Buffer.from(chunk);
    }
  })(),
});

describe('stores that are written through the holder', () => {
  it('send a long value again from its beginning if the connection was lost on the way', async () => {
    const { asked, stores } = holderThat({
      begin_value: count => `value-${count}`,
      value_piece: count => {
        if (count === 2) throw shipmentLost('value');
        return null;
      },
      put_result: () => REF,
    });
    expect(await stores.results.put('1', 'a', LONG)).toEqual(REF);
    expect(asked.filter(verb => verb === 'begin_value')).toHaveLength(2);
    expect(asked.at(-1)).toBe('put_result');
  });

  it('say of a body that was lost that the same may succeed later', async () => {
    const { asked, stores } = holderThat({
      begin_body: () => 'h',
      body_piece: count => {
        if (count === 2) throw shipmentLost('body');
        return null;
      },
    });
    const written = stores.results.write('1', 'a', bodyOf('1', '2', '3'));
    await expect(written).rejects.toMatchObject({
      name: 'StoreError',
      code: 'control_body_lost',
      retryable: true,
      message: expect.stringContaining('send it again from its beginning'),
    });
    expect(asked).toEqual(['begin_body', 'body_piece', 'body_piece']);
  });

  it('have a body dropped whose source breaks, and throw what it threw', async () => {
    const { asked, stores } = holderThat({ begin_body: () => 'h' });
    await expect(stores.results.write('1', 'a', bodyOf('1', 'broken'))).rejects.toThrow('the source broke');
    expect(asked).toEqual(['begin_body', 'body_piece', 'drop_body']);
  });

  it('throw what the stores of the holder throw, and what it refuses itself, as stores do', async () => {
    const full = new HeardStoreFailure('store_full', 'the disk is full', true);
    const errors = [
      new ControlError('control_failed', 'the disk is full', { cause: full }),
      new ControlError('control_too_large', 'too large'),
      new Error('this worker is ending'),
    ];
    const { stores } = holderThat({
      put_result: count => {
        throw errors[count - 1];
      },
    });
    await expect(stores.results.put('1', 'a', 1)).rejects.toBe(full);
    const tooLarge = { name: 'StoreError', code: 'control_too_large', retryable: false };
    await expect(stores.results.put('1', 'a', 1)).rejects.toMatchObject(tooLarge);
    await expect(stores.results.put('1', 'a', 1)).rejects.toBe(errors[2]);
  });

  it('name what they remove, also where a filter does not', async () => {
    const listed = ['a', 'a', 'b'].map(name => ({ playbook: 'h', name }));
    const orders: WriteOrder[] = [];
    const reading = { keychain: { list: async () => listed } } as unknown as WrittenStores;
    const { keychain } = storesThrough(reading, async order => {
      orders.push(order);
      return 2;
    });
    expect(await keychain.remove({ executionId: '7' })).toBe(4);
    expect(orders).toEqual([
      { do: 'remove_secrets', executionId: '7', playbook: 'h', name: 'a' },
      { do: 'remove_secrets', executionId: '7', playbook: 'h', name: 'b' },
    ]);
  });

  it('ask for no more at a time than a connection may have under way', async () => {
    let underWay = 0;
    let most = 0;
    const { results } = storesThrough(NOBODY_READS, async () => {
      most = Math.max(most, ++underWay);
      await new Promise(resolve => setImmediate(resolve));
      underWay--;
      return REF;
    });
    await Promise.all(Array.from({ length: 200 }, (_, n) => results.put('1', `n${n}`, n)));
    expect(most).toBe(16);
  });
});
