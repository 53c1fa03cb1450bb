import type { QueueRequest, Recorded, RecordedQueue } from '../../compose/read.ts';
import { queueCursorText, readQueueCursor } from '../../core/view/queue-cursor.ts';
import type { QueueItem } from '../../core/view/queue-item.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { resolveExecution } from '../inspect/resolve-execution.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { timeText } from '../inspect/words.ts';
import { readCount, WrongRequest } from '../inspect/wrong-request.ts';
import { type Cell, table } from '../output/table.ts';

export interface QueueOptions extends InspectOptions {
  readonly status?: QueueItem['status'];
  readonly execution?: string;
  readonly limit: string;
  readonly cursor?: string;
}

/** `noetl queue`: the commands of a data directory or a server, those of the newest executions first. */
export function queueCommand(options: QueueOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return withRecorded(options, cli, async recorded => {
    const { items, next } = await firstWithItems(recorded, await requestOf(recorded, options));
    print(console, options.output, items, () => asTable(items, cli));
    if (items.length === 0) console.err('no commands like that\n');
    else if (next && options.output === 'table')
      console.err(`there are more: --cursor ${queueCursorText(next)}\n`);
    return EXIT.ok;
  });
}

/** A page looks at a part of the logs, in which there may be nothing. */
async function firstWithItems(recorded: Recorded, request: QueueRequest): Promise<RecordedQueue> {
  for (let from = request.from; ; ) {
    const page = await recorded.queue({ ...request, from });
    if (page.items.length > 0 || !page.next) return page;
    from = page.next;
  }
}

async function requestOf(
  recorded: Recorded,
  { status, execution, limit, cursor }: QueueOptions,
): Promise<QueueRequest> {
  const from = cursor === undefined ? undefined : readQueueCursor(cursor);
  if (cursor !== undefined && !from)
    throw new WrongRequest(`--cursor ${cursor} must be one that the page before named`);
  const found = execution === undefined ? undefined : await resolveExecution(recorded, execution);
  return { status, executionId: found?.executionId, limit: readCount('--limit', limit, 1), from };
}

const HEADER = ['EXECUTION', 'STEP', 'STATUS', 'ATTEMPT', 'AVAILABLE', 'WORKER', 'LAST ERROR'];

function asTable(items: readonly QueueItem[], { console }: Cli): string {
  return items.length === 0 ? '' : table(HEADER, items.map(cellsOf), console.outPaint);
}

const cellsOf = (item: QueueItem): Cell[] => [
  item.execution_id,
  item.node_name,
  item.status,
  `${item.attempts} of ${item.max_attempts}`,
  item.available_at === null ? '' : timeText(Date.parse(item.available_at)),
  item.worker_id ?? '',
  item.last_error?.split('\n', 1)[0] ?? '',
];
