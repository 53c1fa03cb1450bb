import { isMapping, type PlainMapping } from '../common/plain-value.ts';
import type { RerunRequest } from '../ports/engine-handle.ts';
import { isList, readFlag, readId, readText, refuse } from './read-message.ts';
import { readPlaybookText } from './read-playbook-text.ts';

/** An execution that is to run again. */
export interface RerunOrder {
  readonly do: 'rerun';
  readonly executionId: string;
  readonly from?: string;
  readonly iterations?: readonly number[];
  readonly onlyFailed?: boolean;
  readonly skip?: readonly string[];
  readonly payload?: PlainMapping;
  readonly replacement?: ReplacementText;
}

export interface ReplacementText {
  readonly text: string;
  readonly source: string;
  readonly hash: string;
}

export function writeRerun({ replacement, ...request }: RerunRequest): RerunOrder {
  if (!replacement) return { do: 'rerun', ...request };
  const { text, source, playbook } = replacement;
  return { do: 'rerun', ...request, replacement: { text, source, hash: playbook.hash } };
}

export function readRerun(message: PlainMapping): RerunOrder {
  const { from, iterations, onlyFailed, skip, payload, replacement } = message;
  return {
    do: 'rerun',
    executionId: readId(message),
    ...(from === undefined ? {} : { from: readText(message, 'from') }),
    ...(iterations === undefined ? {} : { iterations: readNumbers(message, 'iterations') }),
    ...(onlyFailed === undefined ? {} : { onlyFailed: readFlag(message, 'onlyFailed') }),
    ...(skip === undefined ? {} : { skip: readTexts(message, 'skip') }),
    ...(payload === undefined
      ? {}
      : { payload: isMapping(payload) ? payload : refuse('`payload` must be a mapping') }),
    ...(replacement === undefined ? {} : { replacement: readReplacement(replacement as PlainMapping) }),
  };
}

/** The request as an engine takes it: a replacement is read anew here. */
export function rerunRequest({ do: _, replacement, ...order }: RerunOrder): RerunRequest {
  if (!replacement) return order;
  const { text, source } = replacement;
  return { ...order, replacement: { text, source, playbook: readPlaybookText(replacement) } };
}

function readReplacement(value: PlainMapping): ReplacementText {
  if (!isMapping(value)) return refuse('`replacement` must be a mapping');
  return { text: readText(value, 'text'), source: readText(value, 'source'), hash: readText(value, 'hash') };
}

function readNumbers(message: PlainMapping, key: string): readonly number[] {
  const list = message[key];
  if (isList(list) && list.every(item => Number.isSafeInteger(item))) return list as readonly number[];
  return refuse(`\`${key}\` must be a list of integers`);
}

function readTexts(message: PlainMapping, key: string): readonly string[] {
  const list = message[key];
  if (isList(list) && list.every(item => typeof item === 'string')) return list as readonly string[];
  return refuse(`\`${key}\` must be a list of texts`);
}
