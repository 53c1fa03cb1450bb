import type { Client } from '../../client/index.ts';
import { openEngine } from '../../compose/engine-access.ts';
import type { Recorded } from '../../compose/read.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { statusPaint, timeText } from '../inspect/words.ts';
import { readSpan, WrongRequest } from '../inspect/wrong-request.ts';
import { duration } from '../output/duration.ts';
import type { Paint } from '../output/paint.ts';
import { plural } from '../output/plural.ts';
import { type Cell, table } from '../output/table.ts';
import { connectIfAsked } from '../remote/connect.ts';
import { withStore } from '../run/with-store.ts';

export interface CleanupOptions extends InspectOptions {
  readonly olderThan: string;
  readonly dryRun?: boolean;
}

interface Stale {
  readonly summary: ExecutionSummary;
  /** When something happened to it last; a server does not say. */
  readonly lastAt: number | undefined;
}

/** `noetl cleanup`: cancels executions that have not ended and to which nothing has happened for long. */
export async function cleanupCommand(options: CleanupOptions, cli: Cli): Promise<ExitCode> {
  const { console, clock } = cli;
  const stale: Stale[] = [];
  const now = clock.now();
  const code = await withRecorded(options, cli, async recorded => {
    const span = readSpan('--older-than', options.olderThan);
    const server = await connectIfAsked(options, cli);
    stale.push(...(server ? await staleOn(server, recorded, span) : await findStale(recorded, now - span)));
    return EXIT.ok;
  });
  if (code !== EXIT.ok) return code;
  const cancels = stale.length > 0 && !options.dryRun;
  const done = cancels ? await withStore(console, () => cancelAll(stale, options, cli)) : EXIT.ok;
  if (done !== EXIT.ok) return done;
  const data = stale.map(each => ({ ...asRow(each), cancelled: cancels }));
  print(console, options.output, data, () => asTable(stale, now, console.outPaint));
  if (options.output === 'table') console.err(`${summaryOf(stale.length, options)}\n`);
  return EXIT.ok;
}

/** The server finds them: it need not send their logs. */
async function staleOn(server: Client, { events }: Recorded, span: number): Promise<Stale[]> {
  const { execution_ids: ids } = await askServer(server, span, true);
  const found = await Promise.all(ids.map(id => events.summary(id)));
  return found.flatMap(summary => (summary ? [{ summary, lastAt: undefined }] : []));
}

const MINUTE = 60_000;

function askServer(server: Client, span: number, dryRun: boolean) {
  if (span < MINUTE) throw new WrongRequest('--older-than must be 1m or more on a server');
  return server.call('executions.cleanup', { body: { older_than_minutes: span / MINUTE, dry_run: dryRun } });
}

async function findStale(recorded: Recorded, before: number): Promise<Stale[]> {
  const stale: Stale[] = [];
  for (const executionId of await recorded.events.open()) {
    const summary = await recorded.events.summary(executionId);
    if (!summary || summary.endedAt !== undefined) continue;
    const [last] = await recorded.events.read(executionId, summary.version, { limit: 1 });
    const lastAt = last?.at ?? summary.startedAt;
    if (lastAt <= before) stale.push({ summary, lastAt });
  }
  return stale;
}

/** Those that others called end with them; what has ended meanwhile is left alone. */
async function cancelAll(stale: readonly Stale[], options: CleanupOptions, cli: Cli) {
  const { dataDir, olderThan } = options;
  const server = await connectIfAsked(options, cli);
  if (server) {
    await askServer(server, readSpan('--older-than', olderThan), false);
    return EXIT.ok;
  }
  const failure: { error?: unknown } = {};
  const onTrouble = (_: string, error: unknown) => {
    failure.error ??= error;
  };
  const access = await openEngine({ dataDir, baseDir: '.', env: cli.env, onTrouble });
  try {
    for (const { summary } of stale) {
      const { executionId } = summary;
      if ((await access.stores.events.summary(executionId))?.endedAt !== undefined) continue;
      const reason = `stale: nothing happened for ${olderThan}`;
      await access.engine.steer(executionId, { kind: 'cancel', reason });
    }
  } finally {
    await access.close();
  }
  if (failure.error !== undefined) throw failure.error;
  return EXIT.ok;
}

const asRow = ({ summary: { executionId, path, status, startedAt }, lastAt }: Stale) => ({
  execution_id: executionId,
  path,
  status,
  started_at: new Date(startedAt).toISOString(),
  last_event_at: lastAt === undefined ? null : new Date(lastAt).toISOString(),
});

function asTable(stale: readonly Stale[], now: number, paint: Paint): string {
  if (stale.length === 0) return '';
  const rows = stale.map(({ summary: { executionId, status, startedAt, path }, lastAt }): Cell[] => [
    executionId,
    { text: status.toLowerCase(), paint: statusPaint(paint, status) },
    timeText(startedAt),
    lastAt === undefined ? '' : duration(now - lastAt),
    path,
  ]);
  return table(['EXECUTION', 'STATUS', 'STARTED', 'IDLE FOR', 'PLAYBOOK'], rows, paint);
}

function summaryOf(count: number, { dryRun, olderThan }: CleanupOptions): string {
  if (count === 0) return `no execution has stood still for ${olderThan}`;
  return `${dryRun ? 'would cancel' : 'cancelled'} ${plural(count, 'execution')}`;
}
