import type { Cli } from '../cli.ts';
import type { ExitCode } from '../exit-code.ts';
import { type SteerOptions, steer } from '../steer/steer.ts';

export interface PauseOptions extends SteerOptions {
  readonly reason?: string;
}

/** `noetl pause ID`: lets what runs end, and starts nothing more. */
export function pauseCommand(id: string, options: PauseOptions, cli: Cli): Promise<ExitCode> {
  const { reason } = options;
  const input = reason === undefined ? ({ kind: 'pause' } as const) : ({ kind: 'pause', reason } as const);
  return steer(id, input, options, cli, ({ executionId, status }) => {
    const what = status === 'PAUSED' ? 'is already paused' : 'is paused: what runs ends, nothing more starts';
    return `execution ${executionId} ${what}\n\`noetl resume ${executionId}\` lets it go on`;
  });
}
