import { describe, expect, it } from 'vitest';
import { deferred } from '../../src/common/deferred.ts';
import { CLEAN_UP_GRACE, type ToolOutcome } from '../../src/ports/tool.ts';
import { HandClock } from '../support/hand-clock.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';

const done: ToolOutcome = { status: 'ok', data: 'done' };

/** A tool whose every call is a step of the test: it starts, is stopped, ends. */
class Driven {
  readonly notes: string[] = [];
  readonly started = deferred<void>();
  readonly stopped = deferred<void>();
  readonly end = deferred<ToolOutcome>();
  print: (text: string) => void = () => {};
  #calls = 0;

  readonly run: ToolRun = async (_, io) => {
    const call = ++this.#calls;
    this.notes.push(`begin ${call}`);
    if (call > 1) return done;
    this.print = text => io.print('stdout', text);
    io.signal.addEventListener('abort', () => this.stopped.resolve(), { once: true });
    this.started.resolve();
    const outcome = await this.end.promise;
    this.notes.push(`end ${call}`);
    return outcome;
  };
}

const RETRIED = `
  workflow:
    - { step: a, tool: { kind: driven, timeout: 10s }, retry: { max_attempts: 2, initial_delay: 0s } }`;

describe('a tool that must stop', () => {
  it('is waited for while it cleans up, so that a retry does not meet it', async () => {
    const clock = new HandClock();
    const tool = new Driven();
    const test = new TestEngine({ clock, tools: { driven: tool.run } });
    const id = await test.start(RETRIED);
    await tool.started.promise;
    clock.advance();
    await tool.stopped.promise;
    tool.notes.push('stopped');
    tool.end.resolve(done);
    const state = await test.engine.ended(id);
    expect(tool.notes).toEqual(['begin 1', 'stopped', 'end 1', 'begin 2']);
    expect(state.phase).toMatchObject({ kind: 'completed', result: { data: 'done' } });
    const retry = (await test.events(id)).find(event => event.type === 'action_retry');
    expect(retry).toMatchObject({
      error: { kind: 'timeout', message: 'the task did not end within 10 s', retryable: true },
    });
  });

  it('is given up after the grace, and what it prints then is dropped', async () => {
    const clock = new HandClock();
    const tool = new Driven();
    const test = new TestEngine({ clock, tools: { driven: tool.run } });
    const id = await test.start(RETRIED);
    await tool.started.promise;
    const before = clock.now();
    tool.print('in time');
    clock.advance();
    await tool.stopped.promise;
    tool.print('in the grace');
    clock.advance();
    await test.engine.ended(id);
    expect(clock.now() - before).toBe(10_000 + CLEAN_UP_GRACE);
    tool.print('too late');
    const lines = await test.stores.logs.read({ executionId: id });
    expect(lines.map(({ text }) => text)).toEqual(['in time', 'in the grace']);
  });

  it('holds up the end of the worker for the grace and no longer', async () => {
    const clock = new HandClock();
    const tool = new Driven();
    const test = new TestEngine({ clock, tools: { driven: tool.run } });
    await test.start(RETRIED);
    await tool.started.promise;
    const closed = test.engine.close();
    await tool.stopped.promise;
    clock.advance();
    await closed;
    expect(tool.notes).toEqual(['begin 1']);
  });

  it('is not called at all if the command was stopped before', async () => {
    const tool = new Driven();
    let calls = 0;
    const second: ToolRun = () => {
      calls += 1;
      return done;
    };
    const test = new TestEngine({ tools: { driven: tool.run, second } });
    const id = await test.start(`
      workflow:
        - step: a
          tool:
            - { name: one, kind: driven, spec: { policy: { rules: [{ else: { then: { do: continue } } }] } } }
            - { name: two, kind: second }`);
    await tool.started.promise;
    await test.engine.send(id, { kind: 'cancel' });
    await tool.stopped.promise;
    tool.end.resolve(done);
    await test.engine.close();
    expect(calls).toBe(0);
  });
});
