import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type OutputForm, print } from '../inspect/output.ts';
import { timeText } from '../inspect/words.ts';
import { type Cell, table } from '../output/table.ts';
import { connect, type ServerChoice } from '../remote/connect.ts';
import { withStore } from '../run/with-store.ts';

export interface WorkersOptions extends ServerChoice {
  readonly output: OutputForm;
  readonly status?: string;
}

/** `noetl workers`: the pools of workers that a server knows. */
export function workersCommand({ output, status, ...choice }: WorkersOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  const paint = console.outPaint;
  return withStore(console, async () => {
    const server = await connect(choice, cli);
    const query = status === undefined ? {} : { status };
    const { items } = await server.call('queue.pools', { query });
    const rows = items.map((pool): Cell[] => [
      pool.name,
      pool.kind,
      { text: pool.status, paint: pool.status === 'ready' ? paint.green : paint.red },
      pool.capacity === null ? '' : String(pool.capacity),
      pool.running === null ? '' : String(pool.running),
      timeText(Date.parse(pool.heartbeat)),
    ]);
    print(console, output, items, () => (rows.length === 0 ? '' : table(HEADER, rows, paint)));
    if (items.length === 0) console.err('no workers like that\n');
    return EXIT.ok;
  });
}

const HEADER = ['NAME', 'KIND', 'STATUS', 'CAPACITY', 'RUNNING', 'HEARTBEAT'];
