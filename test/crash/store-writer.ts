// A process that writes to a data directory until it is killed, and says what was acknowledged. Run by
// store-kill.test.ts with the directory and the number of executions to start.
import { writeSync } from 'node:fs';
import { openDataDirectory } from '../../src/adapters/sqlite/index.ts';
import { createIdSource, systemClock } from '../../src/adapters/system/index.ts';
import type { Event } from '../../src/core/event.ts';

const [directory = '', executions = '1'] = process.argv.slice(2);
const stores = await openDataDirectory(directory);
const ids = createIdSource({
  clock: systemClock,
  machine: stores.incarnation,
  after: stores.lastEventId,
});

// Unbuffered: what was printed has left the process before it goes on.
const say = (...words: readonly unknown[]) => writeSync(1, `${words.join(' ')}\n`);

async function write(executionId: string): Promise<never> {
  for (let version = 1; ; version++) {
    const large = { executionId, version, text: 'x'.repeat(version % 10 === 0 ? 200_000 : 10) };
    const { uri } = await stores.results.put(executionId, `v${version}`, large);
    say('result', uri);
    const events: Event[] = Array.from({ length: 1 + (version % 5) }, (_, n) => ({
      id: ids.next(),
      at: 1,
      type: 'ctx.updated',
      step: undefined,
      gen: `${executionId}-${version}-${n}`,
      values: { uri, text: 'y'.repeat((version * 997) % 5_000) },
    }));
    const answer = await stores.events.append({ executionId, version, at: version, events });
    if (answer !== 'appended') throw new Error(`execution ${executionId}, version ${version}: ${answer}`);
    say('turn', executionId, version);
  }
}

await Promise.all(Array.from({ length: Number(executions) }, () => write(ids.next())));
