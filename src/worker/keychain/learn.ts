import { isMapping, type PlainValue } from '../../common/plain-value.ts';
import { PUBLIC_FIELDS } from '../../core/credential/public-fields.ts';
import type { Redactor } from '../redact/redactor.ts';
import { MIN_LENGTH_INSIDE } from '../redact/secret-forms.ts';

/** Tells the redactor every value that must not be seen. */
export function learnSecrets(redactor: Redactor, value: PlainValue): void {
  if (typeof value === 'string') redactor.learn(value);
  else if (typeof value === 'number' || typeof value === 'bigint') learnNumber(redactor, String(value));
  else if (Array.isArray(value)) for (const item of value) learnSecrets(redactor, item);
  else if (isMapping(value)) {
    for (const [key, item] of Object.entries(value))
      if (!PUBLIC_FIELDS.has(key)) learnSecrets(redactor, item);
  }
}

/** Shorter ones are counts and times, which stand everywhere. */
function learnNumber(redactor: Redactor, digits: string): void {
  if (digits.length >= MIN_LENGTH_INSIDE) redactor.learn(digits);
}
