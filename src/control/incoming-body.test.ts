import { describe, expect, it } from 'vitest';
import { deferred } from '../common/deferred.ts';
import type { Body, ResultStore } from '../ports/result-store.ts';
import { IncomingBody } from './incoming-body.ts';

const REF = { uri: 'noetl://x', sha256: 'h', bytes: 1, extracted: {} };
const bytes = (text: string): Uint8Array => Buffer.from(text);

/** A store that asks for pieces when it is told to. */
function handDriven() {
  const given = deferred<Body>();
  const outcome = deferred<typeof REF>();
  const store: Pick<ResultStore, 'write'> = {
    write: (_execution, _name, body) => {
      given.resolve(body);
      return outcome.promise;
    },
  };
  const incoming = new IncomingBody(store, '1', 'a');
  const chunks = given.promise.then(body => body.chunks[Symbol.asyncIterator]());
  const next = async () => {
    const { done, value } = await (await chunks).next();
    return done ? undefined : Buffer.from(value as Uint8Array).toString();
  };
  return { incoming, outcome, next, format: async () => (await given.promise).format() };
}

describe('a body that is sent by another process', () => {
  it('has a piece taken when the store asks for the next one', async () => {
    const { incoming, next } = handDriven();
    let isTaken = false;
    const taken = incoming.take(bytes('one')).then(() => {
      isTaken = true;
    });
    expect(await next()).toBe('one');
    expect(isTaken).toBe(false);
    const second = next();
    await taken;
    void incoming.take(bytes('two'));
    expect(await second).toBe('two');
  });

  it('is over when its sender says so, after all that it has sent', async () => {
    const { incoming, next, outcome, format } = handDriven();
    void incoming.take(bytes('one'));
    const stored = incoming.end('text');
    expect([await next(), await next()]).toEqual(['one', undefined]);
    expect(await format()).toBe('text');
    outcome.resolve(REF);
    expect(await stored).toBe(REF);
  });

  it('ends in an error for the store when it is abandoned, also while a piece waits', async () => {
    const { incoming, next, outcome } = handDriven();
    const waits = incoming.take(bytes('one'));
    const gone = incoming.abandon();
    await expect(next()).rejects.toMatchObject({ code: 'control_body_lost' });
    outcome.reject(new Error('as the store throws on'));
    await expect(waits).rejects.toThrow('as the store throws on');
    await gone;
  });

  it('tells whoever sends it why the store does not take it, now and later', async () => {
    const { incoming, outcome } = handDriven();
    const waits = incoming.take(bytes('one'));
    outcome.reject(new Error('full'));
    await expect(waits).rejects.toThrow('full');
    await expect(incoming.take(bytes('two'))).rejects.toThrow('full');
    await expect(incoming.end('text')).rejects.toThrow('full');
  });
});
