// Runs the commands of whoever holds the data directory, until it is killed or asked to end. Run by
// worker-kill.test.ts.
import { appendFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openWorker } from '../../src/compose/worker.ts';
import { withScenarioTools } from './worker-scenario.ts';

const [directory = ''] = process.argv.slice(2);

const stop = new Promise<void>(resolve => process.once('SIGTERM', () => resolve()));
writeSync(1, 'ready\n');
const worker = await openWorker({
  dataDir: join(directory, 'data'),
  env: {},
  pools: ['shared'],
  slots: 4,
  name: 'crash',
  // Holders come and go, of which it warns; what it calls an error must not happen.
  log: {
    level: 'error',
    isReadable: false,
    write: line => {
      writeSync(2, line);
      process.exit(3);
    },
  },
  stop,
  wrapTools: withScenarioTools(line => appendFileSync(join(directory, 'effects'), `${line}\n`)),
});
await stop;
await worker?.close(new Promise(() => {}));
