import { describe, expect, it } from 'vitest';
import { CoreRun } from '../../../test/support/core-run.ts';
import { playbookFrom } from '../../../test/support/load-playbook.ts';
import { countEvents } from './count-events.ts';
import { encodeEvent } from './encode-event.ts';

describe('counting events', () => {
  it('counts as many as there are rows to show', () => {
    const run = new CoreRun(
      playbookFrom(`
workflow:
  - step: start
    loop: { in: "{{ [1, 2, 3, 4] }}", iterator: n, mode: parallel }
    tool: { kind: noop }
`),
    ).start();
    const reports = [0, 1, 2].map(index => run.take('start', index));
    run.send(
      ...reports.map(({ commandId, attempt }) => ({
        kind: 'done' as const,
        commandId,
        attempt,
        outcome: { result: { kind: 'none' as const }, ctx: {} },
      })),
    );
    run.fail('start');
    const rows = run.log.flatMap(event => encodeEvent(event, '1'));
    expect(rows.length).toBeGreaterThan(run.log.length);
    expect(countEvents(run.log)).toBe(rows.length);
  });
});
