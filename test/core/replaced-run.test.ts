import { expect, it } from 'vitest';
import { EMPTY_MAPPING } from '../../src/common/plain-value.ts';
import { decide } from '../../src/core/decide/decide.ts';
import type { Event, Unstamped } from '../../src/core/event.ts';
import { fold } from '../../src/core/fold/fold.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';

it('a run that another one replaced before it was routed leads nowhere, and the execution ends', () => {
  const r = new CoreRun(playbookFrom('workflow:\n  - { step: a, tool: { kind: noop } }')).start();
  const arrivals = [{ from: undefined, arc: -1, args: EMPTY_MAPPING }];
  const outcome = { status: 'COMPLETED', result: { kind: 'inline', data: 2 } } as const;
  const imported: Unstamped[] = [
    { type: 'step.exit', step: 'a', run: 1, outcome },
    { type: 'step.enter', step: 'a', run: 2, arrivals, loop: undefined },
    { type: 'step.exit', step: 'a', run: 2, outcome },
  ];
  const events = imported.map((event, i) => ({ id: `${900 + i}`, at: 0, ...event }) as Event);
  let id = 1000;
  const decision = decide(r.program, fold([...r.log, ...events]), [], {
    now: 0,
    allocateId: () => String(++id),
  });
  expect(decision).toMatchObject({ kind: 'decided', state: { phase: { kind: 'completed' } } });
});
