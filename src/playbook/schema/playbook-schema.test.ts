import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isMapping, type PlainValue } from '../../common/plain-value.ts';
import { PLAYBOOK_SCHEMA } from './playbook-schema.ts';

const ajv = new Ajv2020.default({ allErrors: true, strict: false });
const validate = ajv.compile(PLAYBOOK_SCHEMA);

function complaints(yaml: string): readonly string[] {
  validate(parse(yaml));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const head = 'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: x }\n';
const step = (fields: string) => `${head}workflow:\n  - { step: a, ${fields} }\n`;

describe('the schema', () => {
  it('is a valid JSON Schema of 2020-12', () => {
    expect(ajv.validateSchema(PLAYBOOK_SCHEMA)).toBe(true);
  });

  it('refers only to definitions that it has', () => {
    const text = JSON.stringify(PLAYBOOK_SCHEMA);
    const used = [...text.matchAll(/#\/\$defs\/(\w+)/g)].map(match => match[1]!);
    expect(new Set(used)).toEqual(new Set(Object.keys(PLAYBOOK_SCHEMA.$defs as object)));
  });

  it('describes every property, for editors to show', () => {
    const missing: string[] = [];
    const visit = (value: PlainValue, path: string): void => {
      if (Array.isArray(value)) {
        for (const [i, each] of value.entries()) visit(each, `${path}/${i}`);
        return;
      }
      if (!isMapping(value)) return;
      for (const [key, property] of Object.entries(isMapping(value.properties) ? value.properties : {})) {
        const told =
          isMapping(property) && ('description' in property || '$ref' in property || 'const' in property);
        if (!told) missing.push(`${path}/${key}`);
      }
      for (const [key, each] of Object.entries(value)) visit(each, `${path}/${key}`);
    };
    visit(PLAYBOOK_SCHEMA, '');
    expect(missing).toEqual([]);
  });
});

describe('what it accepts', () => {
  it.each([
    'tool: { kind: http, url: "{{ u }}", auth: shop, params: { page: 1 } }, next: [b]',
    'tool: { kind: something_of_my_own, with_fields: 1 }',
    'tool: [{ name: one, kind: noop }, { name: two, kind: fail, message: no }]',
    'retry: 3, timeout: 30, on_error: continue, next: b',
    'retry: { max_attempts: "{{ n }}", initial_delay: 1s, when: "{{ error }}" }',
    'loop: { in: [1, 2], iterator: item, spec: { mode: parallel, max_in_flight: "{{ n }}" } }',
    'loop: { cursor: { kind: postgres, claim: SELECT 1 }, iterator: row, spec: { frame: { max_rows: 10 } } }',
    'next: { spec: { mode: inclusive }, arcs: [{ step: b, when: "{{ x }}", set: { ctx.k: 1 }, args: { y: 2 } }] }',
    'spec: { policy: { admit: { rules: [{ when: true, then: { allow: false } }, { else: { allow: true } }] } } }',
    'set: { ctx.x: 1, step.y: [1], iter.z: { a: b } }',
  ])('accepts a step with %s', fields => {
    expect(complaints(step(fields))).toEqual([]);
  });
});

describe('what it rejects', () => {
  it.each([
    ['a playbook without a workflow', head],
    ['an empty workflow', `${head}workflow: []\n`],
    ['an unknown key at the root', `${head}workflow: [{ step: a }]\nworkflows: []\n`],
    [
      'another kind of document',
      `apiVersion: noetl.io/v2\nkind: Playbok\nmetadata: { name: x }\nworkflow: [{ step: a }]\n`,
    ],
    ['a step without a name', `${head}workflow: [{ tool: { kind: noop } }]\n`],
    ['an unknown key of a step', step('tols: {}')],
    ['a task without a kind', step('tool: { url: x }')],
    ['a pipeline of unnamed tasks', step('tool: [{ kind: noop }]')],
    ['a request without an address', step('tool: { kind: http }')],
    ['an unknown mode of a loop', step('loop: { in: [1], iterator: i, spec: { mode: sideways } }')],
    ['a loop over nothing', step('loop: { iterator: i }')],
    ['a loop over two things', step('loop: { in: [1], cursor: { kind: postgres, claim: x }, iterator: i }')],
    ['a misspelt retry', step('retry: { max_attemps: 3 }')],
    ['a duration without a number', step('timeout: soon')],
    ['an arc without a target', step('next: { arcs: [{ when: x }] }')],
    ['a value set without a scope', step('set: { total: 1 }')],
    [
      'an unknown verb of a rule',
      step('tool: { kind: noop, spec: { policy: { rules: [{ else: { do: stop } }] } } }'),
    ],
    [
      'a jump to nowhere',
      step('tool: { kind: noop, spec: { policy: { rules: [{ else: { do: jump } }] } } }'),
    ],
    [
      'an unknown status in a test',
      `${head}workflow: [{ step: a }]\ntests: [{ name: t, expect: { status: DONE } }]\n`,
    ],
  ])('rejects %s', (_what, yaml) => {
    expect(complaints(yaml)).not.toEqual([]);
  });
});
