import type { ToolOutcome } from '../../ports/tool.ts';
import type { SignalConfig } from './config.ts';

/** Parks until somebody sends the signal, or until the time is over. */
export function run({ name, timeout, fallback }: SignalConfig, now: number): ToolOutcome {
  return {
    status: 'parked',
    waitsFor: {
      kind: 'signal',
      name,
      deadline: timeout === undefined ? undefined : now + timeout,
      onDeadline: fallback && { kind: 'inline', data: fallback.data },
    },
  };
}
