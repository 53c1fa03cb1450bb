import type { ExecutionFilter, ExecutionStatus, ExecutionSummary } from '../../ports/event-store.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { findInterrupted } from '../inspect/interrupted.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { resolveExecution } from '../inspect/resolve-execution.ts';
import { isTopLevel, walkExecutions } from '../inspect/walk-executions.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { statusPaint, timeText } from '../inspect/words.ts';
import { readCount, readSpan } from '../inspect/wrong-request.ts';
import { duration } from '../output/duration.ts';
import type { Paint } from '../output/paint.ts';
import { type Cell, table } from '../output/table.ts';
import { serverFlags } from '../remote/server-flags.ts';

export interface ExecutionsOptions extends InspectOptions {
  readonly status?: string;
  readonly path?: string;
  /** How long ago they started at most. */
  readonly since?: string;
  readonly before?: string;
  readonly limit: string;
  readonly children?: boolean;
}

/** `noetl executions`: the executions of a data directory, newest first. */
export function executionsCommand(options: ExecutionsOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return withRecorded(options, cli, async recorded => {
    const limit = readCount('--limit', options.limit, 1);
    const now = cli.clock.now();
    const since = options.since === undefined ? undefined : now - readSpan('--since', options.since);
    const before =
      options.before === undefined ? undefined : await resolveExecution(recorded, options.before);
    const found = walkExecutions(recorded.events, filterOf(options, before?.executionId));
    const listed = await take(found, limit + 1, options.children ?? false, since);
    const page = listed.slice(0, limit);
    const interrupted = await findInterrupted(recorded, page);
    print(
      console,
      options.output,
      page.map(each => ({ ...asRow(each, now), interrupted: interrupted.has(each.executionId) })),
      () => (page.length === 0 ? '' : asTable(page, interrupted, now, console.outPaint)),
    );
    if (interrupted.size > 0) console.err('what was interrupted goes on with `noetl resume`\n');
    if (page.length === 0) console.err(`${nothing(options)}\n`);
    else if (listed.length > limit && options.output === 'table') {
      console.err(
        `there are more: noetl executions --before ${page.at(-1)?.executionId}${filterFlags(options)}\n`,
      );
    }
    return EXIT.ok;
  });
}

function filterOf(
  { status, path }: ExecutionsOptions,
  before: string | undefined,
): Omit<ExecutionFilter, 'limit'> {
  return {
    ...(status === undefined ? {} : { status: status.toUpperCase() as ExecutionStatus }),
    ...(path === undefined ? {} : { path }),
    ...(before === undefined ? {} : { before }),
  };
}

async function take(
  executions: AsyncIterable<ExecutionSummary>,
  count: number,
  withChildren: boolean,
  since: number | undefined,
): Promise<ExecutionSummary[]> {
  const taken: ExecutionSummary[] = [];
  for await (const execution of executions) {
    if (since !== undefined && execution.startedAt < since) break;
    if (withChildren || isTopLevel(execution)) taken.push(execution);
    if (taken.length === count) break;
  }
  return taken;
}

/** The filters again, for the command that shows the next page. */
function filterFlags(options: ExecutionsOptions): string {
  const flags = ['status', 'path', 'since'] as const;
  const given = flags.flatMap(name => (options[name] === undefined ? [] : [` --${name} ${options[name]}`]));
  return `${given.join('')}${options.children ? ' --children' : ''}${serverFlags(options) ?? (options.dataDir === '.noetl' ? '' : ` --data-dir ${options.dataDir}`)}`;
}

const nothing = ({ status, path, since, before }: ExecutionsOptions): string =>
  [status, path, since, before].some(each => each !== undefined)
    ? 'no executions like that'
    : 'no executions yet: `noetl run FILE` makes one';

const durationOf = ({ startedAt, endedAt }: ExecutionSummary, now: number): number =>
  Math.max(0, (endedAt ?? now) - startedAt);

const asRow = (execution: ExecutionSummary, now: number) => ({
  execution_id: execution.executionId,
  path: execution.path,
  status: execution.status,
  started_at: new Date(execution.startedAt).toISOString(),
  ended_at: execution.endedAt === undefined ? null : new Date(execution.endedAt).toISOString(),
  duration_seconds: durationOf(execution, now) / 1000,
  parent_execution_id: execution.parentExecutionId ?? null,
  rerun_of: execution.rerunOf ?? null,
});

const HEADER = ['EXECUTION', 'STATUS', 'STARTED', 'DURATION', 'PLAYBOOK', 'STARTED BY'];

function asTable(
  executions: readonly ExecutionSummary[],
  interrupted: ReadonlySet<string>,
  now: number,
  paint: Paint,
): string {
  const rows = executions.map((execution): Cell[] => [
    execution.executionId,
    {
      text: interrupted.has(execution.executionId) ? 'interrupted' : execution.status.toLowerCase(),
      paint: statusPaint(paint, execution.status),
    },
    timeText(execution.startedAt),
    `${duration(durationOf(execution, now))}${execution.endedAt === undefined ? ' so far' : ''}`,
    execution.path,
    execution.parentExecutionId ?? '',
  ]);
  return table(HEADER, rows, paint);
}
