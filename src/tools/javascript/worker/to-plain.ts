/**
 * Turns what code returned into plain data; throws with the place of what cannot be. Runs in workers and
 * in the sandbox, as text: it must not use anything outside of itself.
 */
export function toPlain(value: unknown, notes: string[]): unknown {
  const MAX_DEPTH = 200;
  const above = new Set<object>();

  function refuse(path: string, what: string): never {
    throw Object.assign(new Error(`${path} ${what}`), { noetlCode: 'RESULT_NOT_DATA' });
  }

  function walk(item: unknown, path: string): unknown {
    switch (typeof item) {
      case 'string':
      case 'boolean':
      case 'bigint':
        return item;
      case 'number':
        return walkNumber(item, path);
      case 'object':
        return item === null ? null : walkObject(item, path);
      case 'undefined':
        return null;
      default:
        return refuse(path, `is a ${typeof item}, which is no data`);
    }
  }

  function walkNumber(item: number, path: string): number | null {
    if (Number.isFinite(item)) return item;
    if (!Number.isNaN(item)) refuse(path, `is ${item}, which JSON cannot carry`);
    notes.push(`${path} is NaN and became null`);
    return null;
  }

  function walkObject(item: object, path: string): unknown {
    if (above.has(item)) refuse(path, 'contains itself');
    if (above.size >= MAX_DEPTH) refuse(`${path.slice(0, 60)}…`, `is nested deeper than ${MAX_DEPTH} levels`);
    above.add(item);
    try {
      return walkParts(item, path);
    } finally {
      above.delete(item);
    }
  }

  function walkParts(item: object, path: string): unknown {
    if (ArrayBuffer.isView(item)) return bytes(new Uint8Array(item.buffer, item.byteOffset, item.byteLength));
    if (item instanceof ArrayBuffer) return bytes(new Uint8Array(item));
    if (Array.isArray(item)) return Array.from(item, (part, index) => walk(part, `${path}[${index}]`));
    if (item instanceof Map)
      return entries(
        [...item].map(([key, part]) => [String(key), part]),
        path,
      );
    if (item instanceof Set) return [...item].map((part, index) => walk(part, `${path}[${index}]`));
    if (item instanceof Promise) return refuse(path, 'is a promise: await it');
    const { toJSON } = item as { readonly toJSON?: unknown };
    if (typeof toJSON === 'function') return walk(toJSON.call(item), path);
    if (item instanceof Error)
      return entries(
        [
          ['name', item.name],
          ['message', item.message],
        ],
        path,
      );
    return entries(Object.entries(item), path);
  }

  function entries(list: readonly (readonly [string, unknown])[], path: string): unknown {
    const mapping: Record<string, unknown> = Object.create(null);
    for (const [key, part] of list) {
      if (part !== undefined && typeof part !== 'function' && typeof part !== 'symbol')
        mapping[key] = walk(part, `${path}.${key}`);
    }
    return mapping;
  }

  function bytes(list: Uint8Array): string {
    notes.push('bytes were encoded as base64');
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    let text = '';
    for (let at = 0; at < list.length; at += 3) {
      const [a, b, c] = [list[at] ?? 0, list[at + 1], list[at + 2]];
      text += letters[a >> 2]! + letters[((a & 3) << 4) | ((b ?? 0) >> 4)];
      text += b === undefined ? '=' : letters[((b & 15) << 2) | ((c ?? 0) >> 6)];
      text += c === undefined ? '=' : letters[c & 63];
    }
    return text;
  }

  return walk(value, 'result');
}
