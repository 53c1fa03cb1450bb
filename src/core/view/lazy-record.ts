import { mappingOf } from '../../common/plain-value.ts';
import { plainData, remember } from './plain-data.ts';

/** Names that are looked up when they are read, and not before. */
export interface Names {
  has(name: string): boolean;
  /** Asked only for names it has. */
  get(name: string): unknown;
  /** What a listing shows; there may be names beyond it. */
  keys(): Iterable<string>;
}

/**
 * A mapping for templates whose values are computed on access: nothing is walked or copied to make one.
 * Spreading or listing the values of one reads them all.
 */
export function lazyRecord(names: Names): Readonly<Record<string, unknown>> {
  const has = (name: string | symbol): name is string => typeof name === 'string' && names.has(name);
  const record = new Proxy(Object.create(null) as Record<string, unknown>, {
    has: (_, name) => has(name),
    get: (_, name) => (has(name) ? names.get(name) : undefined),
    ownKeys: () => [...new Set(names.keys())],
    getOwnPropertyDescriptor: (_, name) =>
      has(name) ? { get: () => names.get(name), enumerable: true, configurable: true } : undefined,
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  });
  return remember(record, () =>
    mappingOf([...new Set(names.keys())].map(name => [name, plainData(names.get(name))])),
  );
}
