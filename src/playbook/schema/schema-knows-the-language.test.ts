import { describe, expect, it } from 'vitest';
import { isMapping, type PlainMapping } from '../../common/plain-value.ts';
import { KEYS } from '../build/known-keys.ts';
import { fieldsOf } from '../tool-kinds.ts';
import { PLAYBOOK_SCHEMA } from './playbook-schema.ts';
import { TOOLS } from './tools/index.ts';

/** Follows names of properties, and the alternatives and references between them, to the keys of a mapping. */
function keysAt(...path: readonly string[]): readonly string[] {
  let places: readonly PlainMapping[] = [PLAYBOOK_SCHEMA];
  for (const name of path) {
    places = places
      .flatMap(mappingsOf)
      .map(schema => (schema.properties as PlainMapping)[name])
      .filter(isMapping);
  }
  return [
    ...new Set(places.flatMap(mappingsOf).flatMap(schema => Object.keys(schema.properties as object))),
  ].sort();
}

function mappingsOf(schema: PlainMapping): readonly PlainMapping[] {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice('#/$defs/'.length);
    return mappingsOf((PLAYBOOK_SCHEMA.$defs as PlainMapping)[name] as PlainMapping);
  }
  const inner = [
    ...((schema.anyOf as readonly PlainMapping[] | undefined) ?? []),
    schema.items,
    schema.additionalProperties,
  ].filter(isMapping);
  return [...(isMapping(schema.properties) ? [schema] : []), ...inner.flatMap(mappingsOf)];
}

/** Keys the loader takes without a word and which mean nothing. */
const WITHOUT_MEANING: Readonly<Record<string, readonly string[]>> = {
  admit: ['mode'],
  loopSpec: ['policy'],
  taskPolicy: ['mode'],
  nextSpec: ['policy'],
  arc: ['spec'],
};

const PLACES: Readonly<Record<keyof typeof KEYS, readonly string[]>> = {
  root: [],
  metadata: ['metadata'],
  executor: ['executor'],
  executorSpec: ['executor', 'spec'],
  concurrency: ['executor', 'spec', 'concurrency'],
  step: ['workflow'],
  stepSpec: ['workflow', 'spec'],
  stepPolicy: ['workflow', 'spec', 'policy'],
  admit: ['workflow', 'spec', 'policy', 'admit'],
  loop: ['workflow', 'loop'],
  loopSpec: ['workflow', 'loop', 'spec'],
  cursor: ['workflow', 'loop', 'cursor'],
  frame: ['workflow', 'loop', 'spec', 'frame'],
  task: ['workflow', 'tool'],
  taskSpec: ['workflow', 'tool', 'spec'],
  taskPolicy: ['workflow', 'tool', 'spec', 'policy'],
  retry: ['workflow', 'retry'],
  paginate: ['workflow', 'tool', 'paginate'],
  collect: ['workflow', 'tool', 'paginate', 'collect'],
  cache: ['workflow', 'tool', 'cache'],
  callback: ['workflow', 'tool', 'callback'],
  rule: ['workflow', 'tool', 'spec', 'policy', 'rules'],
  action: ['workflow', 'tool', 'spec', 'policy', 'rules', 'then'],
  next: ['workflow', 'next'],
  nextSpec: ['workflow', 'next', 'spec'],
  arc: ['workflow', 'next', 'arcs'],
  target: ['workflow', 'next', 'arcs', 'then'],
  test: ['tests'],
  testSignal: ['tests', 'signals'],
  expect: ['tests', 'expect'],
  expectStep: ['tests', 'expect', 'steps'],
  expectError: ['tests', 'expect', 'error'],
  expectCalls: ['tests', 'expect', 'calls'],
};

describe('the schema knows the same keys as the loader', () => {
  it.each(Object.entries(PLACES))('in %s', (name, path) => {
    const known = KEYS[name as keyof typeof KEYS].filter(key => !WITHOUT_MEANING[name]?.includes(key));
    expect(keysAt(...path)).toEqual([...known].sort());
  });

  it.each(Object.keys(TOOLS))('and no field of the tool %s that the loader would warn of', kind => {
    const fields = fieldsOf(kind);
    expect(fields).toBeDefined();
    const unknown = Object.keys(TOOLS[kind]!.properties as object).filter(key => !fields!.includes(key));
    if (fields!.length > 0) expect(unknown).toEqual([]);
  });
});
