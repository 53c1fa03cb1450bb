// Runs the scenario in a directory until a certain write, and there kills itself as `kill -9` does. Run by
// failpoint.test.ts with the directory, the side of the write and its number.
import { watchWrites } from './failing-stores.ts';
import { openScenario } from './scenario.ts';

const [directory = '', side = '', at = ''] = process.argv.slice(2);

function dieAt(here: string, write: number): void {
  if (here !== side || write !== Number(at)) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way: nothing more happens in this thread.
  for (;;);
}

const scenario = await openScenario(directory, stores =>
  watchWrites(stores, {
    before: write => dieAt('before', write),
    after: write => dieAt('after', write),
  }),
);
await scenario.finish();
await scenario.close();
