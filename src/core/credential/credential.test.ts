import { describe, expect, it } from 'vitest';
import { mappingOf } from '../../common/plain-value.ts';
import { hasDataField, normaliseCredential, typeName } from './normalise.ts';
import { isProblems, readCredential } from './read-credential.ts';

const of = (fields: Record<string, string | number>) => mappingOf(Object.entries(fields));

describe('the fields of a credential', () => {
  it('are the ones tools look for, beside those that were written', () => {
    const data = of({ db_host: 'h', db_port: '5432', db_user: 'u', db_password: 'p', db_name: 'd' });
    expect(normaliseCredential('postgres', data)).toEqual({
      ...data,
      type: 'postgres',
      host: 'h',
      port: 5432,
      user: 'u',
      password: 'p',
      database: 'd',
    });
  });

  it.each([
    ['httpBearerAuth', { bearer_token: 't' }, { type: 'bearer', token: 't' }],
    ['bearer_token', { access_token: 't' }, { type: 'bearer', token: 't' }],
    ['api_key', { key: 'k', header: 'X-K' }, { type: 'api_key', api_key: 'k', header: 'X-K' }],
    ['basic', { user: 'u', password: 'p' }, { type: 'basic', username: 'u', password: 'p' }],
    ['nats', { nats_url: 'n', nats_token: 't' }, { type: 'nats', url: 'n', token: 't' }],
    ['s3', { key_id: 'a', secret_key: 'b' }, { access_key_id: 'a', secret_access_key: 'b' }],
    ['snowflake', { sf_account: 'a', sf_role: 'r' }, { account: 'a', role: 'r' }],
    ['secret', { value: 'v' }, { secret: 'v' }],
    ['my_own', { a: 1 }, { type: 'my_own', a: 1 }],
  ])('of type %s are normalised', (type, data, expected) => {
    expect(normaliseCredential(type, of(data as Record<string, string | number>))).toMatchObject(expected);
  });

  it('keep what was written where both names are given', () => {
    const data = of({ host: 'new', db_host: 'old', port: 'not a number' });
    expect(normaliseCredential('postgres', data)).toMatchObject({ host: 'new', port: 'not a number' });
  });

  it('of a type that is the name of a method of every object are not known', () => {
    expect(typeName('constructor')).toBe('constructor');
    expect(normaliseCredential('constructor', of({ a: 1 }))).toEqual({ a: 1, type: 'constructor' });
  });

  it('tell data from a list of credentials by alias', () => {
    expect(hasDataField(of({ username: 'u', password: 'p' }))).toBe(true);
    expect(hasDataField(of({ warehouse_db: 'pg', lake: 's3_lake' }))).toBe(false);
  });
});

describe('a credential that is handed in', () => {
  it('is read with its older spellings', () => {
    const given = mappingOf([
      ['name', 'pg_local'],
      ['credential_type', 'postgres'],
      ['data', of({ password: 'p' })],
      ['tags', 'a, b,'],
      ['description', null],
    ]);
    expect(readCredential(given)).toEqual({
      name: 'pg_local',
      type: 'postgres',
      data: { password: 'p' },
      tags: ['a', 'b'],
    });
  });

  it('is refused with everything that is wrong with it, and no value of it', () => {
    const given = mappingOf([
      ['name', 'a/b'],
      ['type', 3],
      ['data', 'hunter22'],
      ['tags', [1]],
      ['meta', 'x'],
    ]);
    const problems = readCredential(given);
    expect(isProblems(problems) && problems.map(({ where }) => where)).toEqual([
      'name',
      'type',
      'data',
      'tags',
      'meta',
    ]);
    expect(JSON.stringify(problems)).not.toContain('hunter22');
    expect(readCredential('x')).toMatchObject([{ where: '' }]);
  });

  it('must have the fields that its own schema asks for', () => {
    const schema = mappingOf([['required', ['password', 'user']]]);
    const given = mappingOf([
      ['name', 'a'],
      ['data', of({ user: 'u' })],
      ['schema', schema],
    ]);
    expect(readCredential(given)).toEqual([
      { where: 'data.password', message: 'is required by the schema, and missing' },
    ]);
  });
});
