import { dirname } from 'node:path';
import { deferred } from '../common/deferred.ts';
import { makeProgram, type Program } from '../core/decide/program.ts';
import type { Event } from '../core/event.ts';
import { explain } from '../core/explain.ts';
import type { Playbook, TestCase } from '../playbook/model.ts';
import type { Bench, BenchEngine } from './bench.ts';
import { reachedBy } from './coverage.ts';
import { type DriveEnd, drive, driveOut } from './drive.ts';
import { checkExpectation } from './expect/check-expectation.ts';
import { outcomeOf } from './expect/outcome.ts';
import { CallPlaces, stepOf } from './mocks/call-place.ts';
import { MockedTools } from './mocks/mocked-tools.ts';
import { SignalSender } from './signals.ts';
import type { TestResult } from './test-result.ts';
import { traceOf } from './trace.ts';
import { VirtualClock } from './virtual-clock.ts';
import { RealWork } from './work.ts';

/** A playbook whose tests are run. */
export interface Tested {
  readonly playbook: Playbook;
  readonly text: string;
  /** Absolute, because playbooks it calls are found beside it. */
  readonly source: string;
}

export interface TestSettings {
  /** Milliseconds of real time for a test that does not say. */
  readonly timeout: number;
  /** Called with the file of every playbook that was called. */
  readonly onPlaybook: (file: string) => void;
}

interface Played {
  readonly end: DriveEnd;
  readonly executionId: string;
  readonly timeout: number;
}

/** Runs one test: the real engine on stores of its own, mocked tools, virtual time. */
export async function runTest(
  tested: Tested,
  test: TestCase,
  bench: Bench,
  settings: TestSettings,
): Promise<TestResult> {
  const began = performance.now();
  const stage = new Stage(tested, test, bench, settings);
  try {
    const result = await stage.judge(await stage.play(test.timeout ?? settings.timeout));
    return { ...result, took: performance.now() - began };
  } finally {
    await stage.close();
  }
}

/** Everything one test needs while it runs. */
class Stage {
  readonly #tested: Tested;
  readonly #test: TestCase;
  readonly #clock = new VirtualClock();
  readonly #work = new RealWork();
  readonly #places = new CallPlaces();
  readonly #tools: MockedTools;
  readonly #bench: BenchEngine;
  readonly #troubles: string[] = [];
  readonly #troubled = deferred<void>();
  /** As the engine made it ready: doing so again would cost as much as the test. */
  #program: Program | undefined;

  constructor(tested: Tested, test: TestCase, bench: Bench, { onPlaybook }: TestSettings) {
    this.#tested = tested;
    this.#test = test;
    const clock = this.#clock;
    const places = this.#places;
    this.#tools = new MockedTools({ test, places, clock, work: this.#work, bench });
    this.#bench = bench.open({
      clock,
      env: Object.fromEntries(Object.entries(test.env).map(([name, value]) => [name, String(value)])),
      baseDir: dirname(tested.source),
      wrapTools: tools => this.#tools.wrap(tools),
      onPlaybook,
      onTrouble: this.#onTrouble,
    });
    const { engine } = this.#bench;
    engine.watch(places.follow);
    engine.watch(({ program }) => {
      this.#program ??= program;
      this.#work.touch();
    });
    engine.watch(new SignalSender(test.signals, engine, clock, this.#onTrouble).follow);
  }

  readonly #onTrouble = (_executionId: string, error: unknown): void => {
    this.#troubles.push(error instanceof Error ? error.message : String(error));
    this.#troubled.resolve();
  };

  async play(timeout: number): Promise<Played> {
    const { engine } = this.#bench;
    const executionId = await engine.start({ ...this.#tested, payload: this.#test.workload });
    const ended = Promise.race([engine.ended(executionId), this.#troubled.promise]);
    const end = await drive({ clock: this.#clock, work: this.#work, ended, timeout });
    return { end, executionId, timeout };
  }

  async judge(played: Played): Promise<Omit<TestResult, 'took'>> {
    const { executionId } = played;
    const state = await this.#bench.engine.state(executionId);
    const events = await this.#bench.events(executionId);
    const { calls, violations } = this.#tools;
    const problems = [
      ...this.#misnamed(),
      ...violations,
      ...this.#troubles,
      ...this.#unended(played, events),
    ];
    const program = this.#program ?? makeProgram(this.#tested.playbook);
    const outcome = await outcomeOf(state, calls, program, this.#bench.follow);
    // What an execution that never ended differs in is no news.
    const differences = played.end === 'ended' ? await checkExpectation(this.#test.expect, outcome) : [];
    const printed = await this.#bench.printed(executionId);
    return {
      name: this.#test.name,
      passed: problems.length === 0 && differences.length === 0,
      virtual: this.#clock.now() - (events[0]?.at ?? this.#clock.now()),
      problems,
      differences,
      trace: traceOf(events),
      calls,
      printed: printed.map(({ commandId, text }) => ({ step: stepOf(commandId), text })),
      reached: reachedBy(events),
    };
  }

  /** A name in this playbook was checked when it was loaded. */
  #misnamed(): readonly string[] {
    const { mocks, real, expect } = this.#test;
    const inner = [...mocks, ...real, ...expect.calls].filter(({ within }) => within.length > 0);
    return [...new Set(inner.flatMap(target => this.#places.mistakeIn(target) ?? []))];
  }

  #unended({ end, timeout }: Played, events: readonly Event[]): readonly string[] {
    if (end === 'ended') return [];
    const { waiting_for } = explain(this.#tested.playbook, events);
    const waits = waiting_for.slice(0, 10).map(each => `it waits for ${each}`);
    if (end === 'overdue')
      return [`the execution has not ended after ${timeout / 1000} s of real time`, ...waits];
    const signal = waiting_for.some(each => each.startsWith('the signal '));
    const hint = signal ? ['send the signal with `signals: { name: data }`, or give the step a timeout'] : [];
    return ['the execution never ends: nothing is left that could happen', ...waits, ...hint];
  }

  /** Whatever waits for time while it is stopped gets it. */
  close(): Promise<void> {
    return driveOut(this.#clock, this.#bench.close());
  }
}
