import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PlainMapping } from '../../common/plain-value.ts';
import { NeedRef } from '../../core/decide/need-ref.ts';
import type { MockAnswer, TestCase } from '../../playbook/model.ts';
import { WITHOUT_EFFECT } from '../../playbook/tool-kinds.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tool, ToolCall, ToolIo, ToolOutcome, ToolRegistry } from '../../ports/tool.ts';
import { TemplateError } from '../../template/index.ts';
import type { Bench } from '../bench.ts';
import type { RealWork } from '../work.ts';
import { giveAnswer, virtualTime } from './answer.ts';
import { type CallPlace, type CallPlaces, isAt, placeName } from './call-place.ts';
import { callView, describeCall } from './describe-call.ts';
import { MockTable } from './mock-table.ts';

/** Kinds that have no effect outside, or none but what their code does: they run for real. */
const RUN_FOR_REAL: ReadonlySet<string> = new Set([
  ...WITHOUT_EFFECT,
  ...'playbook python javascript js artifact result_fetch'.split(' '),
]);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Tools that answer at once never let anything else happen; so often they have to. */
const LONGEST_STRETCH = 20;

/** A call that was made, with what it was made with. */
export interface RecordedCall {
  readonly place: CallPlace;
  readonly view: PlainMapping;
}

export interface MockedToolsOptions {
  readonly test: Pick<TestCase, 'mocks' | 'real'>;
  readonly places: CallPlaces;
  readonly clock: Clock;
  readonly work: RealWork;
  readonly bench: Pick<Bench, 'answerHttp'>;
}

/** Stands before the tools of an engine: answers what is mocked, refuses what would have effects. */
export class MockedTools {
  readonly calls: RecordedCall[] = [];
  /** What the test forgot: each once, in order. */
  readonly violations = new Set<string>();
  readonly #options: MockedToolsOptions;
  readonly #mocks: MockTable;
  #stretchBegan = performance.now();

  constructor(options: MockedToolsOptions) {
    this.#options = options;
    this.#mocks = new MockTable(options.test.mocks);
  }

  wrap(tools: ToolRegistry): ToolRegistry {
    return {
      find: async kind => this.#stand(kind, tools, kind === 'playbook' ? await tools.find(kind) : undefined),
      kinds: () => tools.kinds(),
      close: () => tools.close(),
    };
  }

  /** In place of a tool, which is not loaded before it is called. */
  #stand(kind: string, tools: ToolRegistry, known: Tool | undefined): Tool {
    return {
      defaultTimeout: kind === 'http' ? MINUTE : HOUR,
      ...(known?.recordsInput ? { recordsInput: true } : {}),
      run: (call, io) => this.#run(call, io, tools),
    };
  }

  async #run(call: ToolCall, io: ToolIo, tools: ToolRegistry): Promise<ToolOutcome> {
    const { places, work } = this.#options;
    const place = places.of(call);
    work.touch();
    this.calls.push({ place, view: callView(call, place.index) });
    await this.#giveWay();
    const chosen = this.#mocks.choose(place);
    if (chosen?.kind === 'spent') return this.#violated('mock', chosen.why);
    if (chosen) return this.#mocked(chosen.answer, chosen.call, call, io);
    if (RUN_FOR_REAL.has(call.kind) || this.#options.test.real.some(target => isAt(target, place)))
      return work.during(() => runReal(tools, call, io));
    return this.#violated('not_mocked', refusal(call, place));
  }

  /** A delay is virtual and must not hold time up; anything else takes a moment of real time at most. */
  async #mocked(answer: MockAnswer, count: number, call: ToolCall, io: ToolIo): Promise<ToolOutcome> {
    const { clock, work, bench } = this.#options;
    try {
      if (answer.after !== undefined) await virtualTime(clock, answer.after, io.signal);
      return await work.during(() => giveAnswer(answer, count, call, io, clock, bench));
    } catch (error) {
      if (!(error instanceof TemplateError || error instanceof NeedRef)) throw error;
      return this.#violated('mock', `the mock of ${call.step} cannot be rendered: ${error.message}`);
    }
  }

  #violated(kind: string, message: string): ToolOutcome {
    this.violations.add(message);
    return { status: 'error', error: { kind, message, retryable: false } };
  }

  async #giveWay(): Promise<void> {
    if (performance.now() - this.#stretchBegan < LONGEST_STRETCH) return;
    await this.#options.work.during(() => nextTurn());
    this.#stretchBegan = performance.now();
  }
}

function refusal(call: ToolCall, place: CallPlace): string {
  const name = placeName(place);
  return `step ${name} would call ${describeCall(call)}: mock it, or allow it with \`real: [${name}]\``;
}

async function runReal(tools: ToolRegistry, call: ToolCall, io: ToolIo): Promise<ToolOutcome> {
  const tool = await tools.find(call.kind);
  if (tool) return tool.run(call, io);
  const message = `no tool of kind '${call.kind}' is installed`;
  return { status: 'error', error: { kind: 'configuration', message, retryable: false } };
}
