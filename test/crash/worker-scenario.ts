// What the executions of worker-kill.test.ts do, and with which tools: everything a worker does for the process
// that gives it commands. What the tools answer follows from what they are called with.
import { mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import type { Tool, ToolCall, ToolIo, ToolOutcome, ToolRegistry } from '../../src/ports/tool.ts';
import { textOf } from '../support/load-playbook.ts';

export const LIBRARY = textOf(`
  workload: { n: 0 }
  workflow:
    - { step: twice, tool: { kind: echo, input: { value: "{{ workload.n * 2 }}" } }, next: again }
    - { step: again, tool: { kind: echo, input: { value: "{{ twice.value * 2 }}" } } }
`);

export const WORKFLOW = `
  workload: { n: 3 }
  workflow:
    - { step: start, tool: { kind: echo, input: { n: "{{ workload.n }}" } }, next: [flaky, each, file, once] }
    - { step: once, tool: { kind: echo }, redeliver: never, on_error: continue, next: join }
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
      next: [sequence, rows, pipeline, pages, children, pause]
    - step: sequence
      loop: { in: 3, iterator: i, spec: { mode: sequential } }
      tool: { kind: echo, input: { total: "{{ (ctx.total | default(0)) + iter.i }}" }, set: { ctx.total: "{{ output.total }}" } }
      next: last
    - step: rows
      loop: { cursor: { kind: claim, claim: next }, iterator: row, spec: { max_in_flight: 2, frame: { max_rows: 2 } } }
      tool: { kind: echo, input: { row: "{{ row }}" } }
      next: last
    - step: pipeline
      tool:
        - { name: fetch, kind: flaky, attempts: 3, now: "{{ _attempt }}", retry: { max_attempts: 4, initial_delay: 1ms } }
        - { name: store, kind: echo, input: { got: "{{ join.sum }}" } }
      next: last
    - step: pages
      tool:
        kind: page
        params: { page: 1 }
        paginate:
          while: "{{ response.more }}"
          next: { params: { page: "{{ response.page + 1 }}" } }
          collect: { path: items, strategy: append }
      next: last
    - step: children
      loop: { in: 2, iterator: i, spec: { mode: parallel } }
      tool: { kind: playbook, path: library, input: { n: "{{ iter.i + 1 }}" } }
      next: last
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
          children: "{{ children | sum(attribute='value') }}"
          signal: "{{ gate.who }}"
          stored: "{{ pipeline.got }}"
          rows: "{{ rows | map(attribute='row') | sort }}"
          n: "{{ start.n }}"
`;

export const SIGNAL = { kind: 'signal', name: 'go', data: mappingOf([['who', 'me']]) } as const;

/** Milliseconds that a tool takes: somebody must be in the middle of it when a process dies. */
const TOOL_TIME = 8;

/** The tools of the scenario before those of the process; each call leaves a line outside of every store. */
export const withScenarioTools =
  (onEffect: (line: string) => void) =>
  (tools: ToolRegistry): ToolRegistry => ({
    ...tools,
    find: async kind => (TOOLS[kind] ? noting(onEffect, TOOLS[kind]) : tools.find(kind)),
  });

const noting = (onEffect: (line: string) => void, run: (call: ToolCall) => PlainValue | undefined): Tool => ({
  defaultTimeout: 60_000,
  async run(call: ToolCall, io: ToolIo): Promise<ToolOutcome> {
    onEffect(effectOf(call));
    io.print('stdout', `attempt ${call.attempt} of ${call.step}`);
    await new Promise(resolve => setTimeout(resolve, TOOL_TIME));
    const data = run(call);
    if (data !== undefined) return { status: 'ok', data };
    return { status: 'error', error: { kind: 'connection', message: 'reset', retryable: true } };
  },
});

/** Which delivery of which command, and which of its calls: tasks are repeated and pages fetched within one. */
function effectOf({ commandId, attempt, redeliveries, task, config }: ToolCall): string {
  const { page } = (config.params ?? {}) as { readonly page?: number };
  return `${commandId} ${attempt} ${redeliveries} ${task} ${config.now ?? ''} ${page ?? ''}`;
}

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
