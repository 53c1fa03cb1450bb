import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { type Failed, failed } from '../outcome.ts';

/** What the code raised, or what kept it from running, as the interpreter describes it. */
export function failureOf(error: PlainMapping): Failed {
  const { type, message, code, traceback, line } = error;
  if (typeof code === 'string') return failed('exception', String(message), { code });
  const text = message === '' ? String(type) : `${String(type)}: ${String(message)}`;
  const details: [string, PlainValue][] = [
    ['type', type ?? null],
    ['traceback', traceback ?? null],
  ];
  if (typeof line === 'number') details.push(['line', line]);
  return failed('exception', text, { details: mappingOf(details) });
}
