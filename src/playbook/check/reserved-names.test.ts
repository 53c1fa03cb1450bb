import { expect, it } from 'vitest';
import { load } from '../load.ts';

const warned = (step: string) =>
  load(`apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: one }\nworkflow:\n  - step: "${step}"\n`)
    .problems;

it.each(['job', 'ctx', 'input', 'args', 'iter', 'keychain', 'true'])(
  'warns of a step called %s, whose result nobody could read by its name',
  step => {
    expect(warned(step)).toMatchObject([
      { code: 'name_reserved', hint: expect.stringContaining(`steps.${step}`) },
    ]);
  },
);

it.each(['env', 'output', 'result', 'data', 'event', 'loop'])('lets a step be called %s', step => {
  expect(warned(step)).toEqual([]);
});
