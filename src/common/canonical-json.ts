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
  for (const key of Object.keys(values).sort()) {
    const value = values[key];
    if (value !== undefined)
      text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value)}`;
  }
  return `{${text}}`;
}
