// Takes up what is open in a data directory and keeps a number of executions under way, until it is killed;
// or, told to finish, runs what is open to its end. Says so for every turn that is recorded. Run by
// engine-kill.test.ts.
import { appendFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openDataDirectory } from '../../src/adapters/sqlite/index.ts';
import { mappingOf } from '../../src/common/plain-value.ts';
import { assemble } from '../../src/compose/local.ts';
import { isTerminal } from '../../src/core/fold/fold.ts';
import type { Tool } from '../../src/ports/tool.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';

const [directory = '', inFlight = '0', wish = ''] = process.argv.slice(2);

const WORKFLOW = `
  workload: { n: 0 }
  workflow:
    - { step: start, next: [left, each, once] }
    - { step: left, tool: { kind: note, input: { n: "{{ workload.n }}" } }, next: join }
    - { step: once, tool: { kind: note }, redeliver: never, on_error: continue, next: join }
    - step: each
      loop: { in: 8, iterator: i, spec: { mode: parallel, max_in_flight: 3 } }
      tool: { kind: note, input: { sq: "{{ iter.i * iter.i }}" } }
      next: join
    - { step: join, tool: { kind: note, input: { sum: "{{ each | sum(attribute='sq') }}", n: "{{ left.n }}" } }, next: flaky }
    - { step: flaky, tool: { kind: note, attempts: 2 }, retry: { max_attempts: 2, initial_delay: 1ms }, next: again }
    - step: again
      tool: { kind: note, input: { turn: "{{ (ctx.turn | default(0)) + 1 }}" } }
      set: { ctx.turn: "{{ output.turn }}" }
      next: { arcs: [{ step: again, when: "{{ ctx.turn < 3 }}" }, { step: last }] }
    - { step: last, tool: { kind: note, input: { sum: "{{ join.sum }}", n: "{{ join.n }}", turn: "{{ ctx.turn }}" } } }
`;

/** Leaves a line outside of every store for each delivery. */
const note: Tool = {
  defaultTimeout: 60_000,
  async run({ commandId, attempt, redeliveries, input, config }) {
    appendFileSync(join(directory, 'effects'), `${commandId} ${attempt} ${redeliveries}\n`);
    if (attempt >= Number(config.attempts ?? 1)) return { status: 'ok', data: input };
    return { status: 'error', error: { kind: 'connection', message: 'reset', retryable: true } };
  },
};

const stores = await openDataDirectory(join(directory, 'data'));
const { engine, close } = assemble(
  {
    stores,
    incarnation: stores.incarnation,
    owner: stores.owner,
    begun: stores.begun,
    lastEventId: stores.lastEventId,
    wrapTools: tools => ({ ...tools, find: async kind => (kind === 'note' ? note : tools.find(kind)) }),
  },
  {
    baseDir: directory,
    env: {},
    onTrouble: (_, error) => {
      console.error(error);
      process.exit(3);
    },
  },
);

const playbook = playbookFrom(WORKFLOW);
const startOne = async (): Promise<void> => {
  const payload = mappingOf([['n', Number(stores.incarnation)]]);
  await engine.start({ playbook, text: textOf(WORKFLOW), source: 'crash.yaml', payload });
};

engine.watch(turn => {
  // Unbuffered: what was printed has left the process before it goes on.
  writeSync(1, 'turn\n');
  if (wish !== 'finish' && isTerminal(turn.state)) void startOne();
});

if (wish === 'finish') {
  const open = await engine.recover();
  await Promise.all(open.map(id => engine.ended(id)));
  await close();
} else {
  const taken = await engine.recover();
  await Promise.all(Array.from({ length: Math.max(0, Number(inFlight) - taken.length) }, startOne));
}
