// Holds a data directory and keeps a number of executions under way, of which it runs nothing itself: that is left
// to workers. Told to finish, it starts nothing more and ends when everything has. Says so for every turn that is
// recorded. Run by worker-kill.test.ts.
import { writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EMPTY_MAPPING } from '../../src/common/plain-value.ts';
import { openLocal } from '../../src/compose/local.ts';
import { sharedStores } from '../../src/compose/shared-stores.ts';
import { Listener } from '../../src/control/listener.ts';
import type { Event } from '../../src/core/event.ts';
import { isTerminal } from '../../src/core/fold/fold.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';
import { LIBRARY, SIGNAL, WORKFLOW } from './worker-scenario.ts';

const [directory = '', inFlight = '0', wish = ''] = process.argv.slice(2);
const dataDir = join(directory, 'data');
writeFileSync(join(directory, 'library.yaml'), LIBRARY);

const local = await openLocal({
  dataDir,
  baseDir: directory,
  env: {},
  ownPools: new Set(),
  leaseTime: 1_000,
  onTrouble: (_, error) => {
    console.error(error);
    process.exit(3);
  },
});
const { engine } = local;
const listener = await Listener.open(dataDir, engine, sharedStores(local));

// Sockets keep no process alive.
const alive = setInterval(() => {}, 2 ** 31 - 1);
let isLeaving = false;
async function leave(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  listener.leave();
  await local.drain();
  await local.close();
  listener.end();
  clearInterval(alive);
}

const playbook = playbookFrom(WORKFLOW);
const startOne = async (): Promise<void> => {
  if (isLeaving || wish === 'finish') return;
  const source = join(directory, 'scenario.yaml');
  await engine.start({ playbook, text: textOf(WORKFLOW), source, payload: EMPTY_MAPPING });
};

const waitsForSignal = (event: Event): boolean =>
  event.type === 'command.parked' && event.waitsFor.kind === 'signal';

engine.watch(({ executionId, events, state }) => {
  // Unbuffered: what was printed has left the process before it goes on.
  writeSync(1, 'turn\n');
  if (events.some(waitsForSignal)) void engine.send(executionId, SIGNAL);
  if (isTerminal(state) && !state.header?.parent) void startOne();
});

const isWaiting = async (executionId: string): Promise<boolean> =>
  (await local.stores.events.read(executionId)).some(({ events }) => events.some(waitsForSignal));

/** Goes on with what the holder before has left; gives its executions. */
async function takeUp(): Promise<readonly string[]> {
  const left = await engine.recover();
  for (const id of left) if (await isWaiting(id)) await engine.send(id, SIGNAL);
  return left;
}

const takenUp = takeUp();
process.once('SIGTERM', () => takenUp.then(leave));
writeSync(1, 'ready\n');

const open = await takenUp;
if (wish === 'finish') {
  await Promise.all(open.map(id => engine.ended(id)));
  await leave();
} else {
  const missing = Number(inFlight) - open.length;
  await Promise.all(Array.from({ length: Math.max(0, missing) }, startOne));
}
