import { mappingOf, type PlainValue } from '../../common/plain-value.ts';
import { type Failed, failed } from '../outcome.ts';
import type { RaisedError } from './reply.ts';

export function failureOf({ type, message, code, traceback, line }: RaisedError): Failed {
  if (code !== undefined) return failed('exception', message, { code });
  const details: [string, PlainValue][] = [
    ['type', type],
    ['traceback', traceback ?? null],
  ];
  if (typeof line === 'number') details.push(['line', line]);
  return failed('exception', message === '' ? type : `${type}: ${message}`, { details: mappingOf(details) });
}
