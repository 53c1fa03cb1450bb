// One execution that uses everything an execution can write: what failpoint.test.ts runs, breaks off and
// takes up again. Everything its tools answer follows from what they are called with.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, openDataDirectory } from '../../src/adapters/sqlite/index.ts';
import { mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import { assemble, type Foundation, type Local, type LocalOptions } from '../../src/compose/local.ts';
import type { Tool, ToolCall, ToolIo, ToolOutcome } from '../../src/ports/tool.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';

export const PARENT = '7000000000000000001';

const LIBRARY = textOf(`
  workload: { n: 0 }
  workflow:
    - { step: twice, tool: { kind: echo, input: { value: "{{ workload.n * 2 }}" } }, next: again }
    - { step: again, tool: { kind: echo, input: { value: "{{ twice.value * 2 }}" } } }
`);

const WORKFLOW = `
  workload: { n: 3 }
  workflow:
    - { step: start, tool: { kind: echo, input: { n: "{{ workload.n }}" } }, next: [flaky, each, file] }
    - step: flaky
      tool: { kind: flaky, attempts: 3, input: { n: 1 } }
      retry: { max_attempts: 5, initial_delay: 5ms }
      next: join
    - step: each
      loop: { in: 8, iterator: i, spec: { mode: parallel, max_in_flight: 3 } }
      tool: { kind: flaky, attempts: "{{ 2 if iter.i == 5 else 1 }}", input: { sq: "{{ iter.i * iter.i }}" } }
      retry: { max_attempts: 2, initial_delay: 1ms }
      next: join
    - { step: file, tool: { kind: large, size: 200000 }, next: join }
    - step: join
      tool: { kind: echo, input: { sum: "{{ each | sum(attribute='sq') }}", text: "{{ file.text | length }}" } }
      set: { ctx.sum: "{{ output.sum }}" }
      next: sequence
    - step: sequence
      loop: { in: 3, iterator: i, spec: { mode: sequential } }
      tool: { kind: echo, input: { total: "{{ (ctx.total | default(0)) + iter.i }}" }, set: { ctx.total: "{{ output.total }}" } }
      next: rows
    - step: rows
      loop: { cursor: { kind: claim, claim: next }, iterator: row, spec: { max_in_flight: 2, frame: { max_rows: 2 } } }
      tool: { kind: echo, input: { row: "{{ row }}" } }
      next: pipeline
    - step: pipeline
      tool:
        - { name: fetch, kind: flaky, attempts: 3, now: "{{ _attempt }}", retry: { max_attempts: 4, initial_delay: 1ms } }
        - { name: store, kind: echo, input: { got: "{{ ctx.total }}" } }
      next: pages
    - step: pages
      tool:
        kind: page
        params: { page: 1 }
        paginate:
          while: "{{ response.more }}"
          next: { params: { page: "{{ response.page + 1 }}" } }
          collect: { path: items, strategy: append }
      next: child
    - { step: child, tool: { kind: playbook, path: library, input: { n: "{{ pages.data | length }}" } }, next: children }
    - step: children
      loop: { in: 2, iterator: i, spec: { mode: parallel } }
      tool: { kind: playbook, path: library, input: { n: "{{ iter.i }}" } }
      next: pause
    - { step: pause, tool: { kind: wait, for: 10ms }, next: gate }
    - { step: gate, tool: { kind: signal, name: go }, next: last }
    - step: last
      tool:
        kind: echo
        input:
          sum: "{{ ctx.sum }}"
          total: "{{ ctx.total }}"
          text: "{{ join.text }}"
          pages: "{{ pages.data }}"
          child: "{{ child.value }}"
          children: "{{ children | sum(attribute='value') }}"
          signal: "{{ gate.who }}"
          stored: "{{ pipeline.got }}"
          rows: "{{ rows | map(attribute='row') | sort }}"
`;

export interface Scenario extends Local {
  /** Starts it, or takes it up, and waits until it has ended. */
  finish(): Promise<void>;
}

/** Opens the directory with the stores as `wrap` makes them. */
export async function openScenario(
  directory: string,
  wrap: (stores: DataDirectory) => DataDirectory = stores => stores,
): Promise<Scenario> {
  const stores = wrap(await openDataDirectory(join(directory, 'data')));
  const { incarnation, owner, begun, lastEventId } = stores;
  const effects = join(directory, 'effects');
  return scenarioOn(
    { stores, incarnation, owner, begun, lastEventId },
    {
      onEffect: line => appendFileSync(effects, `${line}\n`),
      onTrouble: (_, error) => {
        console.error(error);
        process.exit(3);
      },
    },
  );
}

export interface ScenarioOptions {
  /** Told of every delivery of a command to a tool. */
  readonly onEffect: (line: string) => void;
  readonly onTrouble: LocalOptions['onTrouble'];
}

/** The scenario on any stores. */
export function scenarioOn(foundation: Foundation, { onEffect, onTrouble }: ScenarioOptions): Scenario {
  const local = assemble(
    {
      ...foundation,
      finder: { find: async path => ({ text: LIBRARY, source: path }) },
      wrapTools: tools => ({
        ...tools,
        find: async kind => (TOOLS[kind] ? noting(onEffect, TOOLS[kind]) : tools.find(kind)),
      }),
    },
    { baseDir: '.', env: {}, onTrouble },
  );
  return { ...local, finish: () => finish(local) };
}

async function finish({ engine, stores }: Local): Promise<void> {
  await engine.recover();
  const playbook = playbookFrom(WORKFLOW);
  await engine.start({
    playbook,
    text: textOf(WORKFLOW),
    source: 'scenario.yaml',
    payload: mappingOf([]),
    executionId: PARENT,
  });
  // Kept until the step that waits for it; whoever was not told that it arrived looks before sending again.
  const log = await stores.events.read(PARENT);
  if (!log.some(turn => turn.events.some(({ type }) => type === 'signal.received'))) {
    await engine.send(PARENT, { kind: 'signal', name: 'go', data: mappingOf([['who', 'me']]) });
  }
  await engine.ended(PARENT);
}

/** A tool that leaves a trace outside of every store when it runs. */
const noting = (onEffect: (line: string) => void, run: (call: ToolCall) => PlainValue | undefined): Tool => ({
  defaultTimeout: 60_000,
  async run(call: ToolCall, io: ToolIo): Promise<ToolOutcome> {
    onEffect(`${call.commandId} ${call.attempt} ${call.redeliveries} ${call.task}`);
    io.print('stdout', `attempt ${call.attempt} of ${call.step}`);
    const data = run(call);
    if (data !== undefined) return { status: 'ok', data };
    return { status: 'error', error: { kind: 'connection', message: 'reset', retryable: true } };
  },
});

const TOOLS: Readonly<Record<string, (call: ToolCall) => PlainValue | undefined>> = {
  echo: ({ input }) => input,
  /** Fails until its attempt, in the queue or as told by the pipeline, is the one wanted. */
  flaky: ({ input, config, attempt }) =>
    Number(config.now ?? attempt) < Number(config.attempts) ? undefined : input,
  /** Two rows for each of the first three claims. */
  claim: ({ input }) => {
    const frame = Number(input.frame);
    return frame < 3 ? [frame * 2, frame * 2 + 1] : [];
  },
  large: ({ config }) => mappingOf([['text', 'x'.repeat(Number(config.size))]]),
  page: ({ config }) => {
    const { page } = config.params as { readonly page: number };
    return mappingOf([
      ['page', page],
      ['more', page < 4],
      ['items', [page * 10]],
    ]);
  },
};
