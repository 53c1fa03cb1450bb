/** A playbook in the catalog by name: a path, and a version unless the newest is meant. */
export interface CatalogReference {
  readonly path: string;
  readonly version: number | undefined;
}

const SCHEME = 'catalog://';
const WITH_VERSION = /^(.*)@(latest|[1-9]\d{0,8})$/s;

/** Reads `path`, `path@3`, `path@latest`, each with or without `catalog://` before it. */
export function parseReference(text: string): CatalogReference {
  const name = text.startsWith(SCHEME) ? text.slice(SCHEME.length) : text;
  const [, path = name, version = 'latest'] = WITH_VERSION.exec(name) ?? [];
  return { path, version: version === 'latest' ? undefined : Number(version) };
}

/** Whether it says itself that it names a playbook of the catalog. */
export const isCatalogReference = (text: string): boolean => text.startsWith(SCHEME);

/** How a version of a playbook is named where sources are: in problems, and by the playbooks it calls. */
export const sourceOf = (path: string, version: number): string => `${SCHEME}${path}@${version}`;

/** The path of a playbook that came from the catalog; undefined if it came from elsewhere. */
export const pathOfSource = (source: string): string | undefined =>
  source.startsWith(SCHEME) ? parseReference(source).path : undefined;

/** `./x` and `../x` start at the directory of the playbook that names them; undefined if they lead nowhere. */
export function resolveFrom(reference: CatalogReference, caller: string): CatalogReference | undefined {
  if (!/^\.{1,2}\//.test(reference.path)) return reference;
  const parts = caller.split('/').slice(0, -1);
  for (const part of reference.path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '.' && part !== '..') parts.push(part);
  }
  return { ...reference, path: parts.join('/') };
}

/** Why a playbook cannot stand under a path; undefined if it can. */
export function pathProblem(path: string): string | undefined {
  if (path.length > 500) return 'it is longer than 500 characters';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'it has control characters';
  if (path.split('/').some(part => part === '' || part === '.' || part === '..'))
    return 'its parts between slashes may not be empty, `.` or `..`';
  return WITH_VERSION.test(path) ? 'what follows the `@` would be read as a version' : undefined;
}
