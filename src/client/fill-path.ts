/** The path of a route with its parameters in place: `:id` one part, `*` the rest, slashes kept. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(required(params, name, path)))
    .replace('*', () => required(params, '*', path).split('/').map(encodeURIComponent).join('/'));
}

function required(params: Readonly<Record<string, unknown>>, name: string, path: string): string {
  const value = params[name];
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new TypeError(`${path} needs the parameter '${name}'`);
}

/** What is undefined is left out; a list is the same key several times. */
export function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter(item => item !== undefined)
      .map(item => `${encodeURIComponent(key)}=${encodeURIComponent(String(item))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
