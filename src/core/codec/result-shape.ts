import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Failure, Result, ResultRef } from '../result.ts';
import { failureView } from '../view/failure-view.ts';
import { FieldError } from './format-error.ts';
import { at } from './plain.ts';
import { flag, mapping, number, optional, record, type Shape, text } from './shape.ts';

const reference = record<ResultRef>({ uri: text, sha256: text, bytes: number, extracted: mapping });
const collection = record<{ uri: string; length: number }>({ uri: text, length: number });

/** `{context: {data}}`, or `{reference}` beside what was extracted: the envelope of the log. */
export const result: Shape<Result> = {
  write: value => {
    switch (value.kind) {
      case 'none':
        return mappingOf([]);
      case 'inline':
        return mappingOf([['context', mappingOf([['data', value.data]])]]);
      case 'stored':
        return mappingOf([
          ['reference', reference.write(value.ref) as PlainMapping],
          ['context', mappingOf([['data', summaryOf(value.ref)]])],
        ]);
      case 'collected':
        return mappingOf([['reference', collection.write(value) as PlainMapping]]);
    }
  },
  read: (value, field) => {
    if (value === undefined || value === null) return { kind: 'none' };
    const ref = at(value, 'reference');
    if (at(ref, 'length') !== undefined)
      return { kind: 'collected', ...collection.read(ref, `${field}.reference`) };
    if (ref !== undefined) return { kind: 'stored', ref: reference.read(ref, `${field}.reference`) };
    const data = at(value, 'context', 'data');
    if (data !== undefined) return { kind: 'inline', data };
    if (at(value, 'context') !== undefined) throw new FieldError(`${field}.context.data`, 'is missing');
    return { kind: 'none' };
  },
};

/** What readers that know no references see: the extracted fields, and where the rest is. */
const summaryOf = (ref: ResultRef): PlainMapping =>
  mappingOf([...Object.entries(ref.extracted), ['_ref', ref.uri]]);

export const failure: Shape<Failure> = {
  write: failureView,
  read: (value, field) => {
    const fields = mapping.read(value, field);
    const part = <T>(name: string, shape: Shape<T>) => shape.read(at(fields, name), `${field}.${name}`);
    return {
      kind: part('kind', text),
      message: part('message', text),
      retryable: part('retryable', flag),
      ...given('code', part('code', optional(text))),
      ...given('statusCode', part('status_code', optional(number))),
      ...given('task', part('task', optional(text))),
      ...given('details', part('details', optional(mapping))),
    };
  },
};

const given = <K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } =>
  value === undefined ? {} : ({ [key]: value } as { [P in K]?: T });

/** Adds a status to a result, which every envelope has. */
export function withStatus(envelope: PlainValue | undefined, status: string): PlainMapping {
  return mappingOf([['status', status], ...Object.entries((envelope ?? {}) as PlainMapping)]);
}
