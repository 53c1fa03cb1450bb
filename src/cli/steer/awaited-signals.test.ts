import { expect, it } from 'vitest';
import { playbookFrom } from '../../../test/support/load-playbook.ts';
import { noteOnSignal } from './awaited-signals.ts';

const APPROVE = 'workflow: [{ step: ask, tool: { kind: signal, signal: approve } }]';
const note = (name: string, yaml: string) => noteOnSignal(name, playbookFrom(yaml));

it('has nothing to say of a signal that a step waits for', () => {
  expect(note('approve', APPROVE)).toBeUndefined();
  expect(note('ask', 'workflow: [{ step: ask, tool: { kind: approval } }]')).toBeUndefined();
});

it('has nothing to say where a template gives the name', () => {
  expect(note('x', 'workflow: [{ step: a, tool: { kind: signal, signal: "{{ ctx.s }}" } }]')).toBeUndefined();
});

it('names the signal that was meant, or those there are', () => {
  expect(note('aprove', APPROVE)).toBe("no step of its playbook waits for 'aprove'; did you mean 'approve'?");
  expect(note('zzz', APPROVE)).toBe("no step of its playbook waits for 'zzz'; its steps wait for approve");
});

it('points to called executions, which have ids of their own', () => {
  expect(note('approve', 'workflow: [{ step: call, tool: { kind: playbook, path: child } }]')).toContain(
    '`noetl executions --children`',
  );
  expect(note('approve', 'workflow: [{ step: a, tool: { kind: noop } }]')).toBe(
    "no step of its playbook waits for 'approve', nor for any other signal",
  );
});
