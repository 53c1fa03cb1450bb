import { openForReading } from '../../compose/read.ts';
import type { ExecutionFilter, ExecutionStatus, ExecutionSummary } from '../../ports/event-store.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { duration } from '../output/duration.ts';
import type { Paint } from '../output/paint.ts';
import { withStore } from '../run/with-store.ts';

export interface ExecutionsOptions {
  readonly dataDir: string;
  readonly status?: string;
  readonly path?: string;
  readonly limit: string;
  readonly output: 'text' | 'json';
}

/** `noetl executions`: the executions of a data directory, newest first. */
export function executionsCommand(options: ExecutionsOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return withStore(console, async () => {
    const stores = await openForReading(options.dataDir);
    try {
      const listed = await stores.events.list(filterOf(options));
      if (options.output === 'json') console.out(`${JSON.stringify(listed.map(asJson), null, 2)}\n`);
      else for (const execution of listed) console.out(`${asLine(execution, console.outPaint)}\n`);
      if (listed.length === 0) console.err('no executions\n');
      return EXIT.ok;
    } finally {
      await stores.close();
    }
  });
}

function filterOf({ status, path, limit }: ExecutionsOptions): ExecutionFilter {
  return {
    limit: Number(limit),
    ...(status === undefined ? {} : { status: status.toUpperCase() as ExecutionStatus }),
    ...(path === undefined ? {} : { path }),
  };
}

const asJson = ({ executionId, path, status, startedAt, endedAt, parentExecutionId }: ExecutionSummary) => ({
  execution_id: executionId,
  path,
  status,
  started_at: new Date(startedAt).toISOString(),
  ended_at: endedAt === undefined ? null : new Date(endedAt).toISOString(),
  parent_execution_id: parentExecutionId ?? null,
});

const COLOURS = {
  PENDING: 'dim',
  RUNNING: 'yellow',
  PAUSED: 'yellow',
  COMPLETED: 'green',
  FAILED: 'red',
  CANCELLED: 'dim',
} as const;

function asLine({ executionId, path, status, startedAt, endedAt }: ExecutionSummary, paint: Paint): string {
  const took = endedAt === undefined ? '' : duration(endedAt - startedAt);
  const started = new Date(startedAt).toISOString().slice(0, 19).replace('T', ' ');
  return `${executionId.padEnd(19)}  ${paint[COLOURS[status]](status.padEnd(9))}  ${started}  ${took.padStart(9)}  ${path}`;
}
