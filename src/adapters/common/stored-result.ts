import { createHash } from 'node:crypto';
import { EMPTY_MAPPING, type PlainValue } from '../../common/plain-value.ts';
import { fromStoredJson, toStoredJson } from '../../common/stored-json.ts';
import type { ResultRef } from '../../core/result.ts';
import { StoreError } from './store-error.ts';

/** A value on its way into a store. */
export interface StoredResult {
  readonly ref: ResultRef;
  readonly text: string;
}

/**
 * Values are named by their content: putting one again, after a crash for example, gives the same
 * reference and leaves nothing behind.
 */
export function storedResult(executionId: string, name: string, value: PlainValue): StoredResult {
  const text = toStoredJson(value);
  const sha256 = hashOf(text);
  const uri = resultUri(executionId, name, sha256);
  return { ref: { uri, sha256, bytes: Buffer.byteLength(text), extracted: EMPTY_MAPPING }, text };
}

/** The value, if the text is still the one that was stored. */
export function readResult(uri: string, text: string, sha256: string): PlainValue {
  if (hashOf(text) !== sha256) throw damaged(uri);
  return fromStoredJson(text);
}

export const damaged = (uri: string): StoreError =>
  new StoreError(
    'store_result_damaged',
    `the stored value ${uri} is not what was written: its checksum differs. Restore the data directory ` +
      'from a backup, or run again what produced it',
  );

export const resultUri = (executionId: string, name: string, sha256: string): string =>
  `noetl://execution/${executionId}/result/${uriPart(name)}/${sha256.slice(0, 32)}`;

const RESULT_URI = /^noetl:\/\/execution\/\d+\/result\/[^/\0]*\/[0-9a-f]{32}$/;

export const isResultUri = (uri: string): boolean => RESULT_URI.test(uri);

// Node's own hash: values are large, and the portable one takes ten times as long.
const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** A name in a URI. Halves of characters, which no URI can hold, become U+FFFD. */
const uriPart = (name: string): string => encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'));

/** Values of a turn that did not fit into its row are called so: without them the log cannot be read. */
export const nameOfTurn = (version: number): string => `turn.${version}`;

/** Such an address, as a database's `GLOB` has it. */
export const PART_OF_LOG = 'noetl://execution/*/result/turn.[0-9]*';

const LOG_URI = /^noetl:\/\/execution\/\d+\/result\/turn\.\d/;

export const isPartOfLog = (uri: string): boolean => LOG_URI.test(uri);
