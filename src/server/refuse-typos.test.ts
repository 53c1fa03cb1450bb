import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { HttpError } from './http-error.ts';
import { refuseTypos } from './refuse-typos.ts';

const BODY = Type.Object({ path: Type.String(), payload: Type.Optional(Type.Object({})) });

it('a field that is nearly the name of one that was not sent is refused, with that name', () => {
  const refused = () => refuseTypos(BODY, { path: 'a', paylod: { id: 7 } });
  expect(refused).toThrow('body/paylod is no field of this route; did you mean `payload`?');
  expect(refused).toThrow(HttpError);
});

it.each([
  { path: 'a', payload: {} },
  { path: 'a', execution_pool: 'shared' },
  { path: 'a', payload: {}, paylod: {} },
  undefined,
  ['path'],
])('%j is left alone', body => {
  expect(() => refuseTypos(BODY, body)).not.toThrow();
});

it('a body that may be left away is looked at when it is there', () => {
  const body = Type.Union([Type.Object({ dry_run: Type.Optional(Type.Boolean()) }), Type.Null()]);
  expect(() => refuseTypos(body, { dryrun: true })).toThrow('did you mean `dry_run`?');
  expect(() => refuseTypos(body, null)).not.toThrow();
});

describe('in a query', () => {
  const QUERY = Type.Object({ q: Type.Optional(Type.String()), limit: Type.Integer({ default: 100 }) });

  it('a name that is nearly known is refused with 400, also of a field that was filled in', () => {
    const refused = () => refuseTypos(QUERY, { limit: 100, limt: '5' }, 'query');
    expect(refused).toThrow('query/limt is no field of this route; did you mean `limit`?');
    expect(refused).toThrow(expect.objectContaining({ status: 400 }));
  });

  it.each([{ _: '1794822299781' }, { ts: '1' }, { limit: 7, limits: '9' }])('%j is left alone', query => {
    expect(() => refuseTypos(QUERY, query, 'query')).not.toThrow();
  });
});

it('a body of any form has no fields to be mistaken for', () => {
  expect(() => refuseTypos(Type.Unknown(), { paylod: 1 })).not.toThrow();
});
