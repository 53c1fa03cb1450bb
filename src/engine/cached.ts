import type { LruMap } from '../common/lru.ts';

/** Everybody who asks while it is being loaded gets the same; what could not be loaded is not kept. */
export function cached<T>(kept: LruMap<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known) return known;
  const loading = load();
  kept.set(key, loading);
  loading.catch(() => kept.delete(key));
  return loading;
}
