import { describe, expect, it } from 'vitest';
import { playbookFrom, textOf } from '../../test/support/load-playbook.ts';
import { openMemory } from '../adapters/memory/index.ts';
import { ControlError, HolderLost } from '../control/control-error.ts';
import { HeldCalls } from './held-calls.ts';

const CALLED = 'workflow:\n  - { step: a, tool: { kind: noop } }';
const request = {
  playbook: playbookFrom(CALLED),
  text: textOf(CALLED),
  source: 'called.yaml',
  payload: {},
  executionId: '7',
};

const callsThat = (ask: () => Promise<never>) => new HeldCalls(openMemory(), { ask });

describe('a playbook that a worker calls', () => {
  it('with more than fits into a message is refused, and it is said what to do', async () => {
    const calls = callsThat(async () => {
      throw new ControlError('control_too_large', 'wait for the holder to end');
    });
    await expect(calls.startChild(request, '1:a:2')).rejects.toThrow('pass large data by reference');
  });

  it('is not started if nobody can be asked, and it is said why', async () => {
    const calls = callsThat(async () => {
      throw new HolderLost('this process is ending');
    });
    await expect(calls.startChild(request, '1:a:2')).rejects.toThrow(HolderLost);
  });
});
