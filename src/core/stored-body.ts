import {
  EMPTY_MAPPING,
  isMapping,
  mappingOf,
  type PlainMapping,
  type PlainValue,
} from '../common/plain-value.ts';
import type { Result, ResultRef } from './result.ts';

/**
 * Under this key a response says that its body is in the result store: its `data` is a reference then. Only
 * the worker writes it, and only for a body that it has stored: whatever else looks like a reference is data.
 */
export const STORED_MARK = '__stored';

/** What a body is when it is read. A text may also be any other single value that was written as JSON. */
export type BodyType = 'object' | 'array' | 'text' | 'binary';

/** What is known of a stored body without loading it. */
export interface BodyPreview {
  readonly type: BodyType;
  /** Items of an array. */
  readonly length?: number | undefined;
  /** How it begins, if it can be read. */
  readonly text?: string | undefined;
}

/** In the place of a body that is stored: `_ref`, `_store`, `_preview`, as with any large result. */
export function bodyReference(ref: ResultRef, { type, length, text }: BodyPreview): PlainMapping {
  const { uri, sha256, bytes } = ref;
  const preview = Object.entries({ type, bytes, sha256, length, text });
  return mappingOf([
    ['_ref', uri],
    ['_store', uri.split(':', 1)[0] as string],
    ['_preview', mappingOf(preview.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))],
  ]);
}

/** The reference that stands for the body of a response; undefined if the body is there, or it is no response. */
export function storedBodyOf(data: PlainValue): PlainMapping | undefined {
  if (!isMapping(data) || data[STORED_MARK] !== true) return undefined;
  return isMapping(data.data) && typeof data.data._ref === 'string' ? data.data : undefined;
}

/** What a reference names, for those who load results. */
export function resultOf(reference: PlainMapping): Extract<Result, { kind: 'stored' }> {
  const { sha256 = '', bytes = 0 } = previewOf(reference);
  const ref = { uri: String(reference._ref), sha256: String(sha256), bytes: Number(bytes) };
  return { kind: 'stored', ref: { ...ref, extracted: EMPTY_MAPPING } };
}

export const previewOf = ({ _preview: preview }: PlainMapping): PlainMapping =>
  isMapping(preview) ? preview : EMPTY_MAPPING;

/**
 * Data that comes from outside, or from a tool, without marks in the places where they would be believed: a
 * result, an item of a list of results, a task of a pipeline. Nobody can name a stored value and have it read.
 */
export function unmarked(data: PlainValue): PlainValue {
  if (!Array.isArray(data)) return isMarked(data) ? withoutMark(data) : data;
  return data.some(isMarked) ? data.map(item => (isMarked(item) ? withoutMark(item) : item)) : data;
}

const hasMark = (value: PlainValue): boolean => isMapping(value) && Object.hasOwn(value, STORED_MARK);

const isMarked = (value: PlainValue): boolean =>
  isMapping(value) && (hasMark(value) || Object.values(value).some(hasMark));

function withoutMark(value: PlainValue): PlainValue {
  const entries = Object.entries(value as PlainMapping).filter(([key]) => key !== STORED_MARK);
  return mappingOf(entries.map(([key, item]) => [key, hasMark(item) ? withoutMark(item) : item]));
}
