import {
  type KeptExecution,
  type PruneOptions,
  type PruneReport,
  pruneDataDirectory,
} from '../../compose/prune.ts';
import type { EndedRoot, EndedStatus } from '../../ports/retention.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { readCount, readSpan, WrongRequest } from '../inspect/wrong-request.ts';
import { plural } from '../output/plural.ts';
import { withStore } from '../run/with-store.ts';

export interface PruneFlags extends InspectOptions {
  readonly olderThan?: string;
  readonly keep?: string;
  readonly status?: readonly string[];
  readonly logsOlderThan?: string;
  readonly dryRun?: boolean;
}

/** `noetl prune`: removes finished executions, and old logs. */
export function pruneCommand(flags: PruneFlags, { console, clock }: Cli): Promise<ExitCode> {
  return withStore(console, async () => {
    const removed: EndedRoot[] = [];
    const wish = readWish(flags);
    if (wish instanceof WrongRequest) {
      console.err(`${console.errPaint.red('error')}: ${wish.message}\n`);
      return EXIT.usage;
    }
    const onRemoved = (execution: EndedRoot) => void removed.push(execution);
    const report = await pruneDataDirectory(flags.dataDir, { ...wish, onRemoved }, clock).catch(unlessInUse);
    if (report instanceof InUse) {
      console.err(`${console.errPaint.red('error')}: ${report.message}\n`);
      console.err('prune when that process has ended; meanwhile --dry-run shows what would go\n');
      return EXIT.usage;
    }
    print(console, flags.output, asData(report, removed, flags), () => asText(report, removed, flags));
    return EXIT.ok;
  });
}

/** Another process has the directory. */
class InUse extends Error {}

function unlessInUse(error: unknown): InUse {
  if (error instanceof Error && 'code' in error && error.code === 'store_in_use')
    return new InUse(error.message);
  throw error;
}

function readWish(flags: PruneFlags): PruneOptions | WrongRequest {
  try {
    return wishOf(flags);
  } catch (error) {
    if (error instanceof WrongRequest) return error;
    throw error;
  }
}

function wishOf({ olderThan, keep, status, logsOlderThan, dryRun }: PruneFlags): PruneOptions {
  const logsOnly = olderThan === undefined && keep === undefined && status === undefined;
  if (logsOnly && logsOlderThan === undefined) {
    throw new WrongRequest(
      'say what may go: --older-than 30d, --keep 100, --status failed or --logs-older-than 7d; --dry-run shows what would',
    );
  }
  return {
    // Logs alone: no execution is as old as this.
    ...(logsOnly ? { olderThan: Number.POSITIVE_INFINITY } : {}),
    ...(olderThan === undefined ? {} : { olderThan: readSpan('--older-than', olderThan) }),
    ...(keep === undefined ? {} : { keep: readCount('--keep', keep) }),
    ...(status === undefined ? {} : { statuses: status.map(word => word.toUpperCase() as EndedStatus) }),
    ...(logsOlderThan === undefined ? {} : { logsOlderThan: readSpan('--logs-older-than', logsOlderThan) }),
    ...(dryRun ? { dryRun: true } : {}),
  };
}

const asData = (report: PruneReport, removed: readonly EndedRoot[], { dryRun = false }: PruneFlags) => ({
  dry_run: dryRun,
  removed: removed.map(asRow),
  removed_children: report.removedChildren,
  kept: report.kept.map(({ execution, why }) => ({ ...asRow(execution), why })),
  kept_count: report.keptCount,
  removed_logs: report.removedLogs,
  removed_results: report.removedResults,
  removed_secrets: report.removedSecrets,
  bytes_freed: report.bytesFreed,
});

const asRow = ({ executionId, path, status, endedAt }: EndedRoot) => ({
  execution_id: executionId,
  path,
  status,
  ended_at: new Date(endedAt).toISOString(),
});

function asText(report: PruneReport, removed: readonly EndedRoot[], { dryRun }: PruneFlags): string {
  const verb = dryRun ? 'would remove' : 'removed';
  const children = report.removedChildren > 0 ? `, and ${report.removedChildren} that they called` : '';
  const logs = report.removedLogs > 0 ? `${verb} the logs of ${plural(report.removedLogs, 'command')}\n` : '';
  const values =
    report.removedResults > 0
      ? `${verb} ${plural(report.removedResults, 'value')} whose time was over\n`
      : '';
  const secrets =
    report.removedSecrets > 0
      ? `${verb} ${plural(report.removedSecrets, 'expired secret')} of the keychain\n`
      : '';
  const freed = report.bytesFreed > 0 ? `the files are ${megabytes(report.bytesFreed)} smaller\n` : '';
  const list = dryRun
    ? removed.map(({ executionId, status, path }) => `  ${executionId}  ${status.toLowerCase()}  ${path}\n`)
    : [];
  return [
    ...list,
    `${verb} ${plural(report.removed, 'execution')}${children}\n`,
    logs,
    values,
    secrets,
    ...report.kept.map(keptLine),
    report.keptCount > report.kept.length ? `${report.keptCount - report.kept.length} more are kept\n` : '',
    freed,
  ].join('');
}

function keptLine({ execution: { executionId }, why }: KeptExecution): string {
  switch (why.reason) {
    case 'unknown':
      return '';
    case 'child':
      return `kept ${executionId}: it goes with execution ${why.of}, which called it\n`;
    case 'running':
      return `kept ${executionId}: ${plural(why.executions.length, 'execution')} that it called ${why.executions.length === 1 ? 'has' : 'have'} not ended\n`;
    case 'shared':
      return `kept ${executionId}: its rerun ${why.reruns[0]} reads its results\n`;
  }
}

const megabytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
