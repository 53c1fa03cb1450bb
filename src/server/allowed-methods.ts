import type { Route } from '../api/route.ts';
import { ROUTES } from '../api/routes/index.ts';

/** The methods that an address can be asked with; none if there is no such address. */
export function allowedMethods(path: string): readonly string[] {
  const parts = partsOf(path);
  const routes: readonly Route[] = Object.values(ROUTES);
  const methods = routes.filter(route => fits(partsOf(route.path), parts)).map(({ method }) => method);
  return [...new Set(methods)].sort();
}

const partsOf = (path: string): readonly string[] => path.replace(/\/+$/, '').split('/');

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  if (pattern.length !== parts.length) return false;
  return pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]));
}
