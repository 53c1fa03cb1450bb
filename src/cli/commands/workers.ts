import type { Pool } from '../../compose/pools.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { timeText } from '../inspect/words.ts';
import { type Cell, table } from '../output/table.ts';
import { connectIfAsked } from '../remote/connect.ts';
import { withStore } from '../run/with-store.ts';

export interface WorkersOptions extends InspectOptions {
  readonly status?: Pool['status'];
}

/** `noetl workers`: who works at a data directory, or the pools of workers that a server knows. */
export function workersCommand(options: WorkersOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return withStore(console, async () => {
    const pools = await listPools(options, cli);
    print(console, options.output, pools, () => asTable(pools, cli));
    if (pools.length === 0) console.err(`${nobody(options)}\n`);
    return EXIT.ok;
  });
}

async function listPools(options: WorkersOptions, cli: Cli): Promise<readonly Pool[]> {
  const { status } = options;
  const server = await connectIfAsked(options, cli);
  if (server) {
    const query = status === undefined ? {} : { status };
    return (await server.call('queue.pools', { query })).items;
  }
  const { poolsAt } = await import('../../compose/pools.ts');
  const pools = await poolsAt(options.dataDir, cli.clock);
  return pools.filter(pool => status === undefined || pool.status === status);
}

const nobody = ({ status, dataDir }: WorkersOptions): string =>
  status === undefined
    ? `no process works at ${dataDir}; \`noetl run\` does while it runs, \`noetl server start\` starts one that stays`
    : 'no workers like that';

const HEADER = ['NAME', 'KIND', 'POOLS', 'STATUS', 'CAPACITY', 'RUNNING', 'HEARTBEAT'];

function asTable(pools: readonly Pool[], { console }: Cli): string {
  const paint = console.outPaint;
  const rows = pools.map((pool): Cell[] => [
    pool.name,
    pool.kind,
    typeof pool.labels.pools === 'string' ? pool.labels.pools : '',
    { text: pool.status, paint: pool.status === 'ready' ? paint.green : paint.red },
    pool.capacity === null ? '' : String(pool.capacity),
    pool.running === null ? '' : String(pool.running),
    timeText(Date.parse(pool.heartbeat)),
  ]);
  return rows.length === 0 ? '' : table(HEADER, rows, paint);
}
