import { mappingOf, type PlainValue } from '../../common/plain-value.ts';
import type { Result } from '../result.ts';
import { withoutBookkeeping } from '../user-data.ts';

/** A result as people see it, without loading anything: a stored one is its extracted fields and a reference. */
export function shownResult(result: Result): PlainValue | undefined {
  switch (result.kind) {
    case 'none':
      return undefined;
    case 'inline':
      return shownData(result.data);
    case 'stored':
      return mappingOf([...Object.entries(result.ref.extracted), ['_ref', result.ref.uri]]);
    case 'collected':
      return mappingOf([
        ['_ref', result.uri],
        ['count', result.length],
      ]);
  }
}

/** Data without the marks that the engine keeps in it. */
export const shownData = (data: PlainValue): PlainValue =>
  Array.isArray(data) ? data.map(withoutBookkeeping) : withoutBookkeeping(data);
