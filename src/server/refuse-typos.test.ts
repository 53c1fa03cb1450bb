import { Type } from '@sinclair/typebox';
import { expect, it } from 'vitest';
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

it('a body of any form has no fields to be mistaken for', () => {
  expect(() => refuseTypos(Type.Unknown(), { paylod: 1 })).not.toThrow();
});
