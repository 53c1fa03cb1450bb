// Runs the commands of whoever holds the data directory, until it is killed or asked to end. Run by
// worker-kill.test.ts.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorker } from '../../src/compose/worker.ts';
import { withScenarioTools } from './worker-scenario.ts';

const [directory = ''] = process.argv.slice(2);

const worker = await openWorker({
  dataDir: join(directory, 'data'),
  env: {},
  pools: ['shared'],
  slots: 4,
  name: 'crash',
  onConnected: () => {},
  onLost: () => {},
  onStart: () => {},
  onTrouble: error => {
    console.error(error);
    process.exit(3);
  },
  wrapTools: withScenarioTools(line => appendFileSync(join(directory, 'effects'), `${line}\n`)),
});

process.once('SIGTERM', async () => {
  await worker.drain();
  await worker.close();
});
