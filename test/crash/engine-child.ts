// Takes up what is open in a data directory and keeps a number of executions under way, until it is killed;
// or, told to finish, runs what is open to its end. Says so for every turn that is recorded. Run by
// engine-kill.test.ts.
import { appendFileSync, existsSync, readFileSync, writeSync } from 'node:fs';
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
    - { step: flaky, tool: { kind: note, attempts: 2 }, retry: { max_attempts: 2, initial_delay: 1ms }, next: rows }
    - step: rows
      loop: { cursor: { kind: claim, claim: next }, iterator: row, spec: { frame: { max_rows: 2, row_concurrency: 2 } } }
      tool: { kind: note, input: { row: "{{ row }}" } }
      next: again
    - step: again
      tool: { kind: note, input: { turn: "{{ (ctx.turn | default(0)) + 1 }}" } }
      set: { ctx.turn: "{{ output.turn }}" }
      next: { arcs: [{ step: again, when: "{{ ctx.turn < 3 }}" }, { step: last }] }
    - { step: last, tool: { kind: note, input: { sum: "{{ join.sum }}", n: "{{ join.n }}", turn: "{{ ctx.turn }}", rows: "{{ rows | map(attribute='row') | list }}" } } }
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

const ROWS = 5;

/** Gives each row of an execution to one claim, and to the same again: a line for each, outside of every store. */
const claim: Tool = {
  defaultTimeout: 60_000,
  async run({ executionId, input }) {
    const file = join(directory, 'claims');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const taken = lines.map(line => line.split(' ')).filter(([execution]) => execution === executionId);
    const mine = taken.filter(([, by]) => by === input.claim_id).map(([, , row]) => Number(row));
    if (mine.length > 0) return { status: 'ok', data: mine };
    const first = taken.length;
    const rows = Array.from({ length: Math.min(ROWS - first, Number(input.max_rows)) }, (_, i) => first + i);
    // One write: all of the rows are taken, or none.
    if (rows.length > 0)
      appendFileSync(file, rows.map(row => `${executionId} ${input.claim_id} ${row}\n`).join(''));
    return { status: 'ok', data: rows };
  },
};

const TOOLS: Readonly<Record<string, Tool>> = { note, claim };

const stores = await openDataDirectory(join(directory, 'data'));
const { engine, close } = assemble(
  {
    stores,
    incarnation: stores.incarnation,
    owner: stores.owner,
    begun: stores.begun,
    lastEventId: stores.lastEventId,
    wrapTools: tools => ({ ...tools, find: async kind => TOOLS[kind] ?? tools.find(kind) }),
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
