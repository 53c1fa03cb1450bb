import { describe, expect, it } from 'vitest';
import { mappingOf } from '../../src/common/plain-value.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';

/** Counts its calls by step and fails where it is told to. */
class Recorder {
  readonly calls: string[] = [];
  broken: ReadonlySet<string> = new Set();

  readonly tool: ToolRun = ({ step, input }) => {
    const name = input.item === undefined ? step : `${step}[${input.item}]`;
    this.calls.push(name);
    if (!this.broken.has(name))
      return { status: 'ok', data: mappingOf([['of', name], ...Object.entries(input)]) };
    return { status: 'error', error: { kind: 'server_error', message: 'broken', retryable: false } };
  };
}

function bench() {
  const recorder = new Recorder();
  const test = new TestEngine({ tools: { rec: recorder.tool } });
  const ended = async (executionId: string) => {
    const state = await test.engine.ended(executionId);
    const calls = recorder.calls.splice(0);
    return { executionId, calls, phase: state.phase, ctx: state.ctx, steps: state.steps };
  };
  const run = async (yaml: string, broken: readonly string[] = []) => {
    recorder.broken = new Set(broken);
    return ended(await test.start(yaml));
  };
  const rerun = async (request: Parameters<typeof test.engine.rerun>[0], broken: readonly string[] = []) => {
    recorder.broken = new Set(broken);
    return ended(await test.engine.rerun(request));
  };
  return { test, run, rerun };
}

const SEQUENCE = `
  workload: { who: Ada }
  workflow:
    - { step: a, tool: { kind: rec, input: { who: "{{ workload.who }}" } }, set: { ctx.seen: "{{ output.who }}" }, next: b }
    - { step: b, tool: { kind: rec, input: { after: "{{ a.of }}" } }, next: c }
    - { step: c, tool: { kind: rec, input: { after: "{{ b.of }}", seen: "{{ ctx.seen }}" } } }
`;

const LOOP = `
  workflow:
    - step: each
      loop: { in: 6, iterator: i, spec: { mode: parallel, on_error: continue } }
      tool: { kind: rec, input: { item: "{{ iter.i }}" } }
      next: sum
    - { step: sum, tool: { kind: rec, input: { count: "{{ each | select | list | length }}" } } }
`;

describe('rerun', () => {
  it('without more runs everything again, with the same workload', async () => {
    const { run, rerun } = bench();
    const first = await run(SEQUENCE);
    const again = await rerun({ executionId: first.executionId });
    expect(again.calls).toEqual(['a', 'b', 'c']);
    expect(again.phase).toMatchObject({ kind: 'completed', result: { data: { seen: 'Ada' } } });
  });

  it('from a step keeps what came before it, with variables', async () => {
    const { test, run, rerun } = bench();
    const first = await run(SEQUENCE, ['c']);
    expect(first.phase.kind).toBe('failed');
    const again = await rerun({ executionId: first.executionId, from: 'c' });
    expect(again.calls).toEqual(['c']);
    expect(again.phase).toMatchObject({ kind: 'completed', result: { data: { after: 'b', seen: 'Ada' } } });
    expect(await test.stores.events.summary(again.executionId)).toMatchObject({ rerunOf: first.executionId });
  });

  it('of what failed needs no step to be named', async () => {
    const { run, rerun } = bench();
    const first = await run(SEQUENCE, ['b']);
    const again = await rerun({ executionId: first.executionId, onlyFailed: true });
    expect(again.calls).toEqual(['b', 'c']);
    expect(again.phase.kind).toBe('completed');
  });

  it('can itself be run again', async () => {
    const { run, rerun } = bench();
    const first = await run(SEQUENCE, ['b']);
    const second = await rerun({ executionId: first.executionId, onlyFailed: true }, ['c']);
    expect({ calls: second.calls, phase: second.phase.kind }).toEqual({ calls: ['b', 'c'], phase: 'failed' });
    const third = await rerun({ executionId: second.executionId, onlyFailed: true });
    expect({ calls: third.calls, phase: third.phase.kind }).toEqual({ calls: ['c'], phase: 'completed' });
  });

  it('with another workload shows it to what runs again', async () => {
    const { run, rerun } = bench();
    const first = await run(SEQUENCE);
    const again = await rerun({ executionId: first.executionId, payload: mappingOf([['who', 'Bob']]) });
    expect(again.ctx).toMatchObject({ seen: 'Bob' });
  });

  it('repeats the failed iterations of a loop alone, and what came of the loop', async () => {
    const { run, rerun } = bench();
    const first = await run(LOOP, ['each[1]', 'each[4]']);
    expect(first.phase).toMatchObject({ kind: 'completed', result: { data: { count: 4 } } });
    const again = await rerun({ executionId: first.executionId, from: 'each', onlyFailed: true });
    expect(again.calls.toSorted()).toEqual(['each[1]', 'each[4]', 'sum']);
    expect(again.phase).toMatchObject({ kind: 'completed', result: { data: { count: 6 } } });
    expect(again.steps.get('each')?.last?.stats).toEqual({ total: 6, success: 6, failed: 0, skipped: 0 });
  });

  it('repeats one iteration, and leaves the others as they were', async () => {
    const { run, rerun } = bench();
    const first = await run(LOOP, ['each[1]', 'each[4]']);
    const again = await rerun({ executionId: first.executionId, from: 'each', iterations: [4] });
    expect(again.calls.toSorted()).toEqual(['each[4]', 'sum']);
    expect(again.steps.get('each')?.last?.stats).toMatchObject({ success: 5, failed: 1 });
  });

  it('keeps a large loop by reference and takes over thousands of its iterations', async () => {
    const { run, rerun } = bench();
    const large = LOOP.replace('in: 6', 'in: 3000');
    const first = await run(large, ['each[2999]']);
    const inPart = await rerun({ executionId: first.executionId, from: 'each', onlyFailed: true });
    expect(inPart.calls.toSorted()).toEqual(['each[2999]', 'sum']);
    expect(inPart.phase).toMatchObject({ result: { data: { count: 3000 } } });
    const whole = await rerun({ executionId: inPart.executionId, from: 'sum' });
    expect(whole.calls).toEqual(['sum']);
    expect(whole.phase).toMatchObject({ result: { data: { count: 3000 } } });
  });

  it('skips a step that is in the way', async () => {
    const { run, rerun } = bench();
    const first = await run(SEQUENCE, ['b']);
    const again = await rerun({ executionId: first.executionId, onlyFailed: true, skip: ['b'] }, ['b']);
    expect(again.calls).toEqual(['c']);
    expect(again.steps.get('b')?.last?.outcome).toBe('skipped');
  });

  it('runs the newer version of a playbook on the results of the older one', async () => {
    const { run, rerun } = bench();
    const first = await run(SEQUENCE, ['c']);
    const yaml = SEQUENCE.replace('{ step: c, tool: {', '{ step: c, tool: { timeout: 9s,');
    const replacement = { playbook: playbookFrom(yaml), text: textOf(yaml), source: 'newer.yaml' };
    const again = await rerun({ executionId: first.executionId, from: 'c', replacement });
    expect({ calls: again.calls, phase: again.phase.kind }).toEqual({ calls: ['c'], phase: 'completed' });
  });

  it.each([
    [{ from: 'zebra' }, "step 'zebra' did not run in this execution; these did: a, b, c"],
    [{ from: 'a', iterations: [1] }, "step 'a' is no loop: it has no iterations"],
    [{ onlyFailed: true }, 'nothing of it failed; name the step to run again (`from`, or --from)'],
    [{ iterations: [1] }, 'name the loop whose iterations run again (`from`, or --from)'],
    [{ from: 'a#7' }, "step 'a' ran once"],
    [{ skip: ['x'] }, "there is no step 'x' to skip"],
  ])('refuses %o in words', async (choice, problem) => {
    const { test, run } = bench();
    const { executionId } = await run(SEQUENCE);
    const before = await test.stores.events.list();
    await expect(test.engine.rerun({ executionId, ...choice })).rejects.toThrow(problem);
    expect(await test.stores.events.list()).toEqual(before);
  });
});

describe('what a rerun calls (R7)', () => {
  const CALLER = `
    workflow:
      - { step: before, tool: { kind: echo }, next: call }
      - { step: call, tool: { kind: playbook, path: child } }
  `;
  const child = (says: string) =>
    textOf(`workflow:\n  - { step: say, tool: { kind: echo, input: { says: ${says} } } }`);
  const saidBy = async (test: TestEngine, executionId: string) => {
    const { phase } = await test.engine.ended(executionId);
    return phase.kind === 'completed' && phase.result.kind === 'inline' ? phase.result.data : phase;
  };

  it('is the version that was called then, over any number of reruns', async () => {
    const playbooks = { child: child('old') };
    const test = new TestEngine({ playbooks });
    const first = await test.start(CALLER);
    expect(await saidBy(test, first)).toEqual({ says: 'old' });
    playbooks.child = child('new');
    const second = await test.engine.rerun({ executionId: first });
    expect(await saidBy(test, second)).toEqual({ says: 'old' });
    const third = await test.engine.rerun({ executionId: second, from: 'call' });
    expect(await saidBy(test, third)).toEqual({ says: 'old' });
    expect(await saidBy(test, await test.start(CALLER))).toEqual({ says: 'new' });
  });

  it('calls in turn what was called then', async () => {
    const middle = textOf('workflow:\n  - { step: pass, tool: { kind: playbook, path: child } }');
    const playbooks = { middle, child: child('old') };
    const test = new TestEngine({ playbooks });
    const outer = 'workflow:\n  - { step: call, tool: { kind: playbook, path: middle } }';
    const first = await test.start(outer);
    await test.engine.ended(first);
    playbooks.child = child('new');
    const second = await test.engine.rerun({ executionId: first });
    expect(await saidBy(test, second)).toEqual({ says: 'old' });
    expect(await saidBy(test, await test.engine.rerun({ executionId: second }))).toEqual({ says: 'old' });
  });

  it('is the newest one where the newest version of the caller is asked for', async () => {
    const playbooks = { child: child('old') };
    const test = new TestEngine({ playbooks });
    const first = await test.start(CALLER);
    await test.engine.ended(first);
    playbooks.child = child('new');
    const replacement = { playbook: playbookFrom(CALLER), text: textOf(CALLER), source: 'test.yaml' };
    const second = await test.engine.rerun({ executionId: first, replacement });
    expect(await saidBy(test, second)).toEqual({ says: 'new' });
    // And from then on that one.
    playbooks.child = child('newer');
    expect(await saidBy(test, await test.engine.rerun({ executionId: second }))).toEqual({ says: 'new' });
  });

  it('is looked up by name if nothing was called there', async () => {
    const playbooks: Record<string, string> = {};
    const test = new TestEngine({ playbooks });
    const first = await test.start(CALLER);
    expect((await test.engine.ended(first)).phase.kind).toBe('failed');
    playbooks.child = child('new');
    const second = await test.engine.rerun({ executionId: first, onlyFailed: true });
    expect(await saidBy(test, second)).toEqual({ says: 'new' });
  });

  it('keeps the place of its own version in the catalog', async () => {
    const test = new TestEngine();
    const yaml = 'workflow: [{ step: a, tool: { kind: echo } }]';
    const first = await test.engine.start({
      playbook: playbookFrom(yaml),
      text: textOf(yaml),
      source: 'catalog://a/b@7',
      payload: mappingOf([]),
      catalog: { catalogId: '1234', version: 7 },
    });
    await test.engine.ended(first);
    const second = await test.engine.rerun({ executionId: first });
    const { header } = await test.engine.ended(second);
    expect(header).toMatchObject({ catalogId: '1234', version: '7' });
  });
});
