import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { RunProblem } from './run-problem.ts';

export interface PayloadOptions {
  /** `key=value` pairs; a value is read as YAML, so `n=3` is a number. Dots go deeper. */
  readonly set?: readonly string[];
  /** JSON or YAML text of a mapping. */
  readonly payload?: string;
  /** A file with JSON or YAML of a mapping. */
  readonly input?: string;
}

/** The wish cannot be understood; the message says which and how to write it. */
export class PayloadError extends RunProblem {}

/** File, then text, then single values: what is said last wins. */
export async function readPayload(options: PayloadOptions): Promise<PlainMapping> {
  const file = options.input === undefined ? undefined : await readInput(options.input);
  const text = options.payload === undefined ? undefined : readMapping(options.payload, '--payload');
  const payload = mappingOf([...Object.entries(file ?? {}), ...Object.entries(text ?? {})]);
  return (options.set ?? []).reduce(applySet, payload);
}

async function readInput(file: string): Promise<PlainMapping> {
  try {
    return readMapping(await readFile(file, 'utf8'), `--input ${file}`);
  } catch (error) {
    if (error instanceof PayloadError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : message;
    throw new PayloadError(`--input ${file} cannot be read: ${why}`);
  }
}

function readMapping(text: string, what: string): PlainMapping {
  const value = readYaml(text, what);
  if (isMapping(value)) return value;
  throw new PayloadError(`${what} must be a mapping, such as '{"key": "value"}'`);
}

function readYaml(text: string, what: string): PlainValue {
  try {
    return parse(text, { intAsBigInt: false }) as PlainValue;
  } catch (error) {
    // Its first line ends with a colon: the text and a caret follow.
    const [why = ''] = (error as Error).message.split('\n', 1);
    throw new PayloadError(`${what} is neither JSON nor YAML: ${why.replace(/:$/, '')}`);
  }
}

function applySet(payload: PlainMapping, wish: string): PlainMapping {
  const at = wish.indexOf('=');
  if (at <= 0) throw new PayloadError(`--set ${wish} must be written as key=value`);
  return setAt(payload, wish.slice(0, at).split('.'), readYaml(wish.slice(at + 1), `--set ${wish}`));
}

function setAt(
  mapping: PlainMapping,
  [key = '', ...rest]: readonly string[],
  value: PlainValue,
): PlainMapping {
  const inner = mapping[key];
  const next = rest.length === 0 ? value : setAt(isMapping(inner) ? inner : mappingOf([]), rest, value);
  return mappingOf([...Object.entries(mapping), [key, next]]);
}
