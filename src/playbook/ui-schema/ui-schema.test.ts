import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uiSchema } from './ui-schema.ts';

const HEAD = `apiVersion: noetl.io/v2
kind: Playbook
metadata:
  name: order
  description: Takes **orders**.
  exposed_in_ui: true
`;

const fields = (workload: string) => uiSchema(`${HEAD}workload:\n${workload}`).fields;

describe('the form of a playbook', () => {
  it('has the name and the description of the playbook', () => {
    expect(uiSchema(HEAD)).toEqual({
      title: 'order',
      description: 'Takes **orders**.',
      exposedInUi: true,
      fields: [],
    });
  });

  it.each([
    ['text', 'string', 'text'],
    ['"5"', 'string', '5'],
    ['5', 'integer', 5],
    ['99999999999999999999', 'integer', 99999999999999999999n],
    ['0.5', 'number', 0.5],
    ['true', 'boolean', true],
    ['', 'null', null],
    ['[1, 2]', 'array', [1, 2]],
  ])('takes the kind of a field from its default %s', (written, kind, value) => {
    expect(fields(`  x: ${written}\n`)).toEqual([{ name: 'x', kind, default: value, secret: false }]);
  });

  it('describes the fields of a mapping', () => {
    expect(
      fields('  db: # ui:description=Where it is kept\n    port: 5432 # ui:description=A port\n'),
    ).toEqual([
      {
        name: 'db',
        kind: 'object',
        default: { port: 5432 },
        secret: false,
        description: 'Where it is kept',
        children: [{ name: 'port', kind: 'integer', default: 5432, secret: false, description: 'A port' }],
      },
    ]);
  });

  it('offers the values of an enum', () => {
    expect(fields('  size: b # ui:enum=[a, b, 3]\n')).toMatchObject([
      { kind: 'enum', default: 'b', options: ['a', 'b', 3] },
    ]);
  });

  it('never shows the default of a secret', () => {
    expect(fields('  key: abcdef # ui:secret ui:description=The # key\n')).toEqual([
      { name: 'key', kind: 'string', default: null, secret: true, description: 'The # key' },
    ]);
  });

  it('says which credentials may be chosen', () => {
    expect(fields('  auth: pg_local # ui:credential=pg_*\n')).toMatchObject([{ credentialGlob: 'pg_*' }]);
  });

  it('does not take a # in a text for a comment', () => {
    expect(fields('  a: "x # ui:secret"\n  b: x#ui:secret\n').map(({ secret }) => secret)).toEqual([
      false,
      false,
    ]);
  });

  it('reads the comment behind the sign of a block', () => {
    expect(fields('  sql: | # ui:description=A query\n    select 1 # ui:secret\n')).toMatchObject([
      { description: 'A query', secret: false, default: 'select 1 # ui:secret\n' },
    ]);
  });

  it('passes over directives that are malformed', () => {
    expect(fields('  a: 1 # ui:enum=[a\n  b: 2 # ui:enum= ui:nothing\n')).toEqual([
      { name: 'a', kind: 'integer', default: 1, secret: false },
      { name: 'b', kind: 'integer', default: 2, secret: false },
    ]);
  });

  it('is empty for what is no YAML, and never throws', () => {
    expect(uiSchema('a: [').fields).toEqual([]);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => Array.isArray(uiSchema(text).fields)));
    fc.assert(
      fc.property(fc.string(), text => Array.isArray(uiSchema(`${HEAD}workload:\n  x: 1 # ${text}`).fields)),
    );
  });
});
