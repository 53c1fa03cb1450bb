import type { ResponseOf } from '../../api/route.ts';
import type { Routes } from '../../api/routes/index.ts';
import type { Client } from '../../client/index.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type OutputForm, print } from '../inspect/output.ts';
import { ExecutionNotFound, resolveExecution } from '../inspect/resolve-execution.ts';
import { timeText } from '../inspect/words.ts';
import { readCount, WrongRequest } from '../inspect/wrong-request.ts';
import { type Cell, table } from '../output/table.ts';
import { connect, type ServerChoice } from '../remote/connect.ts';
import { withStore } from '../run/with-store.ts';

export interface QueueOptions extends ServerChoice {
  readonly output: OutputForm;
  readonly status?: string;
  readonly execution?: string;
  readonly limit: string;
  readonly cursor?: string;
}

/** `noetl queue`: the commands of a server, those of the newest executions first. */
export function queueCommand(options: QueueOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return withStore(console, async () => {
    try {
      const server = await connect(options, cli);
      const listed = await firstWithItems(server, await queryOf(server, options));
      print(console, options.output, listed.items, () => asTable(listed.items, cli));
      if (listed.count === 0) console.err('no commands like that\n');
      else if (listed.next_cursor !== null && options.output === 'table')
        console.err(`there are more: --cursor ${listed.next_cursor}\n`);
      return EXIT.ok;
    } catch (error) {
      if (!(error instanceof ExecutionNotFound) && !(error instanceof WrongRequest)) throw error;
      console.err(`${console.errPaint.red('error')}: ${error.message}\n`);
      return EXIT.usage;
    }
  });
}

type Query = Awaited<ReturnType<typeof queryOf>>;

/** A page looks at a part of the logs, in which there may be nothing. */
async function firstWithItems(server: Client, query: Query): Promise<ResponseOf<Routes['queue.list']>> {
  for (let asked = query; ; ) {
    const listed = await server.call('queue.list', { query: asked });
    if (listed.count > 0 || listed.next_cursor === null) return listed;
    asked = { ...asked, cursor: listed.next_cursor };
  }
}

async function queryOf(server: Client, { status, execution, limit, cursor }: QueueOptions) {
  return {
    limit: readCount('--limit', limit, 1),
    ...(status === undefined ? {} : { status }),
    ...(execution === undefined ? {} : { execution_id: await idOf(server, execution) }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

async function idOf(server: Client, text: string): Promise<string> {
  const { remoteRecorded } = await import('../remote/remote-recorded.ts');
  return (await resolveExecution(remoteRecorded(server), text)).executionId;
}

type Item = ResponseOf<Routes['queue.list']>['items'][number];

const HEADER = ['EXECUTION', 'STEP', 'STATUS', 'ATTEMPT', 'AVAILABLE', 'WORKER', 'LAST ERROR'];

function asTable(items: readonly Item[], { console }: Cli): string {
  return items.length === 0 ? '' : table(HEADER, items.map(cellsOf), console.outPaint);
}

const cellsOf = (item: Item): Cell[] => [
  item.execution_id,
  item.node_name,
  item.status,
  `${item.attempts} of ${item.max_attempts}`,
  item.available_at === null ? '' : timeText(Date.parse(item.available_at)),
  item.worker_id ?? '',
  item.last_error?.split('\n', 1)[0] ?? '',
];
