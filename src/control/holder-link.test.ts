import { describe, expect, it } from 'vitest';
import { type Deferred, deferred } from '../common/deferred.ts';
import type { PlainValue } from '../common/plain-value.ts';
import type { ControlClient } from './control-client.ts';
import { HolderLost } from './control-error.ts';
import { HolderLink } from './holder-link.ts';
import type { Request } from './protocol.ts';

/** A connection to a holder that answers nothing, until it is told to. */
class SilentClient {
  readonly #over = deferred<void>();
  readonly #asked: Deferred<PlainValue>[] = [];
  readonly closed = this.#over.promise;
  readonly heard: string[] = [];
  isClosed = false;

  request(request: Request): Promise<PlainValue> {
    this.heard.push(request.do);
    if (this.isClosed) return Promise.reject(new HolderLost('closed'));
    const asked = deferred<PlainValue>();
    this.#asked.push(asked);
    return asked.promise;
  }

  answer(value: PlainValue): void {
    for (const { resolve } of this.#asked.splice(0)) resolve(value);
  }

  close(): void {
    this.isClosed = true;
    for (const { reject } of this.#asked.splice(0)) reject(new HolderLost('closed', true));
    this.#over.resolve();
  }
}

const asClient = (client: SilentClient): ControlClient => client as unknown as ControlClient;

async function linkToSilent(): Promise<HolderLink> {
  const connected = deferred<void>();
  const link = new HolderLink({
    connect: async () => asClient(new SilentClient()),
    greet: async () => {},
    onConnected: () => connected.resolve(),
  });
  await connected.promise;
  return link;
}

describe('a link that is closed', () => {
  it('does not introduce this process to a holder that comes just then', async () => {
    const came = deferred<ControlClient>();
    const greeted: ControlClient[] = [];
    const link = new HolderLink({
      connect: () => came.promise,
      greet: async client => void greeted.push(client),
    });
    const closed = link.close();
    const client = new SilentClient();
    came.resolve(asClient(client));
    await closed;
    expect(greeted).toEqual([]);
    expect(client.isClosed).toBe(true);
  });

  it('does not wait for a holder that hangs while this process is introduced to it', async () => {
    const client = new SilentClient();
    const greeting = deferred<void>();
    const link = new HolderLink({
      connect: async () => asClient(client),
      greet: async asked => {
        greeting.resolve();
        await asked.request({ do: 'new_id' });
      },
    });
    await greeting.promise;
    await link.close();
    expect(client.isClosed).toBe(true);
  });

  it('tells those who have asked that nobody answers', async () => {
    const link = await linkToSilent();
    const asked = expect(link.ask({ do: 'new_id' })).rejects.toThrow(HolderLost);
    await link.close();
    await asked;
  });
});

describe('a link to a holder', () => {
  it('that hangs waits for a last answer as long as it is told, and no longer', async () => {
    const link = await linkToSilent();
    await link.askOnce({ do: 'new_id' }, 1);
    await link.close();
  });

  it('whose welcome cannot be understood says why, and looks again', async () => {
    const why: string[] = [];
    const connected = deferred<void>();
    let attempts = 0;
    const link = new HolderLink({
      connect: async () => asClient(new SilentClient()),
      greet: async () => {
        attempts += 1;
        if (attempts === 1) throw new TypeError('that is no welcome');
      },
      onConnected: () => connected.resolve(),
      onLost: reason => why.push(reason),
    });
    await connected.promise;
    expect(why).toEqual(['that is no welcome']);
    await link.close();
  });

  it('is told that this process lives, however much it has not answered yet', async () => {
    const client = new SilentClient();
    const connected = deferred<void>();
    const link = new HolderLink({
      connect: async () => asClient(client),
      greet: async () => {},
      onConnected: () => connected.resolve(),
    });
    await connected.promise;
    const asked = Array.from({ length: 100 }, () => link.ask({ do: 'new_id' }));
    const beaten = link.ask({ do: 'beat', worker: 'worker:w', running: [] });
    const settled = Promise.allSettled([...asked, beaten]);
    await new Promise(resolve => setImmediate(resolve));
    expect(client.heard.at(-1)).toBe('beat');
    expect(client.heard.length).toBeLessThan(64);
    await link.close();
    await settled;
  });

  it('that is gone asks the next one again', async () => {
    const [first, second] = [new SilentClient(), new SilentClient()];
    const clients = [first, second];
    const arrivals = [deferred<void>(), deferred<void>()];
    let count = 0;
    const link = new HolderLink({
      connect: async () => asClient(clients[count] ?? second),
      greet: async () => {},
      onConnected: () => arrivals[count++]?.resolve(),
    });
    await arrivals[0]?.promise;
    const asked = link.ask({ do: 'new_id' });
    await Promise.resolve();
    first.close();
    await arrivals[1]?.promise;
    await new Promise(resolve => setImmediate(resolve));
    second.answer('7');
    expect(await asked).toBe('7');
    await link.close();
  });
});
