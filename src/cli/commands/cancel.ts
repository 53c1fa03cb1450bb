import type { Cli } from '../cli.ts';
import type { ExitCode } from '../exit-code.ts';
import { type SteerOptions, steer } from '../steer/steer.ts';

export interface CancelOptions extends SteerOptions {
  readonly reason?: string;
}

/** `noetl cancel ID`: ends an execution and those it waits for. */
export function cancelCommand(id: string, options: CancelOptions, cli: Cli): Promise<ExitCode> {
  const { reason } = options;
  const input = reason === undefined ? ({ kind: 'cancel' } as const) : ({ kind: 'cancel', reason } as const);
  return steer(id, input, options, cli, ({ executionId }) => `cancelled execution ${executionId}`);
}
