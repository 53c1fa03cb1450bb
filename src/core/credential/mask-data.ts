import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { PUBLIC_FIELDS } from './public-fields.ts';

/** Where and how may be seen, with what may not. Nothing tells how long a secret is. */
export function maskData(data: PlainMapping): PlainMapping {
  return mappingOf(Object.entries(data).map(([key, value]) => [key, shown(key, value)]));
}

function shown(key: string, value: PlainValue): PlainValue {
  if (isMapping(value)) return maskData(value);
  return PUBLIC_FIELDS.has(key) && !Array.isArray(value) ? value : '***';
}
