import { isMapping, mappingOf, type PlainValue } from '../../common/plain-value.ts';

/** Keys whose text is a secret wherever they stand; compared without case, `-` and `_`. */
const SECRET_KEYS: ReadonlySet<string> = new Set(
  (
    'password passwd secret clientsecret apikey xapikey token bearer accesstoken refreshtoken idtoken ' +
    'authorization privatekey passphrase connectionstring'
  ).split(' '),
);

const MASK = '***';

/**
 * P8: what comes from outside is written to the log, and nobody here knows which of its values are secret. Those
 * that stand under the name of one are masked; `masked` gets where they stood.
 */
export function scrub(value: PlainValue, masked: string[], path = ''): PlainValue {
  if (Array.isArray(value))
    return value.map((item: PlainValue, index) => scrub(item, masked, `${path}/${index}`));
  if (!isMapping(value)) return value;
  return mappingOf(
    Object.entries(value).map(([key, item]) => {
      const place = `${path}/${key}`;
      if (typeof item !== 'string' || !isSecret(key)) return [key, scrub(item, masked, place)];
      masked.push(place);
      return [key, MASK];
    }),
  );
}

const isSecret = (key: string): boolean => SECRET_KEYS.has(key.toLowerCase().replace(/[-_]/g, ''));
