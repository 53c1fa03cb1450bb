import { mappingOf, type PlainValue } from '../../common/plain-value.ts';
import { type Failed, failed } from '../outcome.ts';
import type { RaisedError } from './reply.ts';

/** `executable`: the interpreter that raised it. */
export function failureOf(
  { type, message, code, traceback, line }: RaisedError,
  executable: string | null,
): Failed {
  if (code !== undefined) return failed('exception', message, { code });
  const details: [string, PlainValue][] = [
    ['type', type],
    ['traceback', traceback ?? null],
  ];
  if (typeof line === 'number') details.push(['line', line]);
  const text = message === '' ? type : `${type}: ${message}`;
  return failed('exception', `${text}${hintFor(type, message, executable)}`, { details: mappingOf(details) });
}

/** Which of several interpreters was asked is what people miss when they have installed the module. */
function hintFor(type: string, message: string, executable: string | null): string {
  const module = type === 'ModuleNotFoundError' ? /named '([\w.]+)'/.exec(message)?.[1] : undefined;
  if (module === undefined || executable === null) return '';
  const [name] = module.split('.');
  return `\nhint: ${executable} does not have it: ${executable} -m pip install ${name}, or name another one: \`python: ./venv/bin/python\``;
}
