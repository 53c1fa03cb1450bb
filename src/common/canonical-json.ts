/**
 * JSON with sorted keys and nothing optional, so that equal data gives equal text. Fields that are
 * undefined are left out; bigints are written as the integers they are; numbers JSON does not know by name.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? list(value) : mapping(value);
    default:
      throw new TypeError(`${typeof value} is not data`);
  }
}

const list = (items: readonly unknown[]): string => `[${items.map(canonicalJson).join(',')}]`;

function mapping(object: object): string {
  const values = object as Readonly<Record<string, unknown>>;
  let text = '';
  for (const { key, quoted } of sortedKeys(Object.keys(values))) {
    const value = values[key];
    if (value !== undefined) text += `${text === '' ? '' : ','}${quoted}:${canonicalJson(value)}`;
  }
  return `{${text}}`;
}

interface SortedKey {
  readonly key: string;
  readonly quoted: string;
}

interface Shape {
  readonly keys: readonly string[];
  readonly sorted: readonly SortedKey[];
}

/** The latest objects seen, by number of keys and first key: most objects look like one seen before. */
const shapes = new Map<string, Shape>();
const MAX_SHAPES = 500;

function sortedKeys(keys: readonly string[]): readonly SortedKey[] {
  const name = `${keys.length}${keys[0] ?? ''}`;
  const known = shapes.get(name);
  if (known?.keys.every((key, i) => key === keys[i])) return known.sorted;
  const sorted = [...keys].sort().map(key => ({ key, quoted: JSON.stringify(key) }));
  if (shapes.size >= MAX_SHAPES) shapes.clear();
  shapes.set(name, { keys, sorted });
  return sorted;
}
