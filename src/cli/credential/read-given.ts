import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { parseExactJson } from '../../common/exact-json.ts';
import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import {
  isProblems,
  type NewCredential,
  readCredential,
  wrongName,
} from '../../core/credential/read-credential.ts';
import type { Cli } from '../cli.ts';
import { WrongRequest } from '../inspect/wrong-request.ts';
import { askForData } from './prompts.ts';

export interface AddFlags {
  readonly type?: string;
  readonly data?: string;
  readonly fromFile?: string;
  readonly set?: readonly string[];
  readonly description?: string;
  readonly tags?: string;
}

/**
 * The credential that the command line describes: a file, over it `--data`, over it `--set`; without any of
 * them what a person types or what is piped in. Errors name places, never values. Undefined: interrupted.
 */
export async function readGiven(
  name: string | undefined,
  flags: AddFlags,
  cli: Cli,
): Promise<NewCredential | undefined> {
  const file =
    flags.fromFile === undefined ? undefined : asDocument(await textOf(flags.fromFile), flags.fromFile);
  // A file that is nothing but data says nothing of the credential itself.
  const about = isMapping(file?.data) ? file : undefined;
  const called = name ?? about?.name;
  if (typeof called !== 'string')
    throw new WrongRequest('the credential has no name: noetl credential add NAME');
  const bad = wrongName(called);
  if (bad !== undefined) throw new WrongRequest(`the name of a credential ${bad}`);
  const type = flags.type ?? about?.type ?? about?.credential_type ?? 'generic';
  const data =
    file || flags.data !== undefined || flags.set ? written(file, flags) : await piped(String(type), cli);
  if (!data) return undefined;
  return checked({ ...about, name: called, type, data, ...described(flags) });
}

const described = ({ description, tags }: AddFlags): PlainMapping =>
  mappingOf([
    ...(description === undefined ? [] : [['description', description] as const]),
    ...(tags === undefined ? [] : [['tags', tags] as const]),
  ]);

function checked(given: PlainValue): NewCredential {
  const read = readCredential(given);
  if (!isProblems(read)) return read;
  throw new WrongRequest(read.map(({ where, message }) => `${where} ${message}`).join('; '));
}

function written(file: PlainMapping | undefined, { data, set = [] }: AddFlags): PlainMapping {
  const given = data === undefined ? [] : Object.entries(asMapping(data, '--data'));
  return mappingOf([...Object.entries(dataIn(file)), ...given, ...set.map(readPair)]);
}

/** A file has its data below `data`, or is nothing but data. */
function dataIn(file: PlainMapping | undefined): PlainMapping {
  if (!file) return mappingOf([]);
  return isMapping(file.data) ? file.data : file;
}

function readPair(pair: string, index: number): readonly [string, string] {
  const at = pair.indexOf('=');
  // Not repeated: what stands there may be the secret itself.
  if (at < 1) throw new WrongRequest(`--set number ${index + 1} must be FIELD=VALUE`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

async function piped(type: string, { ask, readStdin }: Cli): Promise<PlainMapping | undefined> {
  if (ask) return askForData(ask, type);
  const text = await readStdin();
  if (text.trim() === '')
    throw new WrongRequest('there is no data: give it with --from-file, --data or --set, or pipe JSON in');
  return dataIn(asMapping(text, 'standard input'));
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new WrongRequest(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'it failed'})`,
    );
  }
}

function asMapping(text: string, where: string): PlainMapping {
  const value = parsed(() => parseExactJson(text), where, 'JSON');
  if (isMapping(value)) return value;
  throw new WrongRequest(`${where} must be a mapping of fields: {"token": "…"}`);
}

/** JSON, which is YAML, or YAML. */
function asDocument(text: string, where: string): PlainMapping {
  const isJson = /^\s*\{/.test(text);
  const value = isJson
    ? parsed(() => parseExactJson(text), where, 'JSON')
    : parsed(() => parse(text) as PlainValue, where, 'YAML');
  if (isMapping(value)) return value;
  throw new WrongRequest(`${where} must hold {name, type, data}`);
}

/** What a parser says may repeat what it read. */
function parsed(read: () => PlainValue, where: string, form: string): PlainValue {
  try {
    return read();
  } catch {
    const example = form === 'JSON' ? ': write the fields as {"token": "…"}' : '';
    throw new WrongRequest(`${where} is no ${form}${example}`);
  }
}
