import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';

export type Scope = 'ctx' | 'iter' | 'step';

/** The scope that a key of a `set` names, and the key without it. An unknown scope is part of the key. */
export function splitScope(key: string): { readonly scope: Scope | undefined; readonly name: string } {
  const dot = key.indexOf('.');
  const scope = key.slice(0, Math.max(0, dot));
  return isScope(scope) ? { scope, name: key.slice(dot + 1) } : { scope: undefined, name: key };
}

const isScope = (word: string): word is Scope => word === 'ctx' || word === 'iter' || word === 'step';

/** Rendered values of a `set` over variables, without telling scopes apart: as older engines applied it. */
export function applySet(
  variables: PlainMapping,
  values: Readonly<Record<string, PlainValue>>,
): PlainMapping {
  const written = Object.entries(values).map(([key, value]) => [splitScope(key).name, value] as const);
  return mappingOf([...Object.entries(variables), ...written]);
}
