import type { Stores } from '../../src/adapters/common/stores.ts';

/**
 * Told of every write: `before` it is submitted, and `after` it is durable while nobody knows of it yet. What
 * they throw is what whoever writes is told.
 */
export interface WriteWatcher {
  before(write: number, what: string): void;
  after(write: number, what: string): void;
}

/** The same stores, each of whose writes `watcher` sees come and go. */
export function watchWrites<S extends Stores>(stores: S, watcher: WriteWatcher): S {
  let writes = 0;
  async function watched<T>(what: string, write: () => Promise<T>): Promise<T> {
    const number = ++writes;
    watcher.before(number, what);
    const answer = await write();
    watcher.after(number, what);
    return answer;
  }
  const { events, results, playbooks, logs } = stores;
  return {
    ...stores,
    events: bound(events, {
      append: turn => watched(`turn ${turn.version} of ${turn.executionId}`, () => events.append(turn)),
    }),
    results: bound(results, {
      put: (id, name, value) => watched(`result ${name}`, () => results.put(id, name, value)),
    }),
    playbooks: bound(playbooks, {
      keep: (hash, playbook) => watched(`playbook ${hash}`, () => playbooks.keep(hash, playbook)),
    }),
    logs: bound(logs, {
      write: (address, lines) => {
        const number = ++writes;
        watcher.before(number, 'log');
        logs.write(address, lines);
        void logs.flush().then(() => watcher.after(number, 'log'));
      },
    }),
  };
}

/** `target` with some of its methods replaced; the others still find their private fields. */
function bound<T extends object>(target: T, replaced: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      const own = Reflect.get(replaced, name);
      if (own !== undefined) return own;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
