import { beforeEach, describe, expect, it } from 'vitest';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { createIdSource } from '../../src/adapters/system/id-source.ts';
import { mappingOf } from '../../src/common/plain-value.ts';
import type { Command } from '../../src/core/command.ts';
import type { Input } from '../../src/core/decide/input.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { ReportTo } from '../../src/ports/dispatcher.ts';
import { HandClock } from '../support/hand-clock.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';

/** An engine whose worker is the test: it sees the commands and reports on them as it likes. */
class Bench {
  readonly stores = openMemory();
  readonly commands: Command[] = [];
  readonly troubles: unknown[] = [];
  report!: ReportTo;
  readonly engine: Engine;

  constructor(clock = new HandClock()) {
    this.engine = new Engine({
      ...this.stores,
      clock,
      ids: createIdSource({ clock, machine: 1 }),
      owner: 'bench',
      onTrouble: (_, error) => this.troubles.push(error),
      makeDispatcher: report => {
        this.report = report;
        return {
          dispatch: ({ command }) => void this.commands.push(command),
          cancel: () => {},
          drop: () => [],
          drain: async () => {},
          close: async () => {},
        };
      },
    });
  }

  start(yaml: string): Promise<string> {
    return this.engine.start({
      playbook: playbookFrom(yaml),
      text: textOf(yaml),
      source: 'test.yaml',
      payload: mappingOf([]),
    });
  }

  async types(executionId: string): Promise<readonly string[]> {
    return (await this.stores.events.read(executionId)).flatMap(({ events }) => events.map(e => e.type));
  }
}

const done = ({ commandId, attempt }: Command, data: string): Input => ({
  kind: 'done',
  commandId,
  attempt,
  outcome: { result: { kind: 'inline', data }, ctx: mappingOf([]) },
});
const failed = ({ commandId, attempt }: Command): Input => ({
  kind: 'failed',
  commandId,
  attempt,
  error: { kind: 'connection', message: 'reset', retryable: true },
});

const RETRIED = `
  workflow:
    - { step: a, tool: { kind: noop }, retry: { max_attempts: 3, initial_delay: 1s }, next: b }
    - { step: b, tool: { kind: noop, input: { got: "{{ a }}" } } }
`;

describe('reports that come twice, late or in the wrong order', () => {
  let bench: Bench;
  let id: string;
  let first: Command;
  beforeEach(async () => {
    bench = new Bench();
    id = await bench.start(RETRIED);
    first = bench.commands[0] as Command;
  });

  it('count once if the same one comes twice, in one turn or in two', async () => {
    await bench.report(id, [done(first, 'one'), done(first, 'two')]);
    await bench.report(id, [done(first, 'three')]);
    const { steps } = await bench.engine.state(id);
    expect(steps.get('a')?.result).toMatchObject({ data: 'one' });
    expect(bench.commands.map(({ step }) => step)).toEqual(['a', 'b']);
    expect((await bench.types(id)).filter(type => type === 'command.late')).toHaveLength(2);
  });

  it('change nothing if they speak of an attempt that has been given up', async () => {
    await bench.report(id, [failed(first)]);
    const second = bench.commands[1] as Command;
    expect(second).toMatchObject({ commandId: first.commandId, attempt: 2 });
    await bench.report(id, [done(first, 'too late')]);
    await bench.report(id, [failed(first)]);
    expect(bench.commands).toHaveLength(2);
    await bench.report(id, [done(second, 'right')]);
    const { steps } = await bench.engine.state(id);
    expect(steps.get('a')).toMatchObject({ result: { data: 'right' }, last: { attempts: 2 } });
  });

  it('change nothing if they speak of an attempt that is yet to come', async () => {
    await bench.report(id, [done({ ...first, attempt: 2 }, 'from the future')]);
    expect((await bench.engine.state(id)).active).toEqual(new Set(['a']));
    await bench.report(id, [done(first, 'now')]);
    expect((await bench.engine.state(id)).steps.get('a')?.result).toMatchObject({ data: 'now' });
  });

  it('change nothing after the step has ended: a failure, a start, a wait, a lost worker', async () => {
    await bench.report(id, [done(first, 'done')]);
    const { commandId, attempt } = first;
    const after = (await bench.engine.state(id)).steps.get('a');
    await bench.report(id, [failed(first)]);
    await bench.report(id, [{ kind: 'started', commandId, attempt }]);
    await bench.report(id, [{ kind: 'parked', commandId, attempt, waitsFor: { kind: 'time', until: 0 } }]);
    await bench.report(id, [{ kind: 'deadline', commandId }]);
    await bench.report(id, [{ kind: 'lease_lost', commandId }]);
    await bench.report(id, [{ kind: 'heartbeat', commandId, attempt, checkpoint: 'x' }]);
    expect((await bench.engine.state(id)).steps.get('a')).toEqual(after);
    expect(bench.commands.map(({ step }) => step)).toEqual(['a', 'b']);
  });

  it('change nothing after the execution has ended, and are recorded', async () => {
    await bench.report(id, [done(first, 'x')]);
    const second = bench.commands[1] as Command;
    await bench.report(id, [done(second, 'end')]);
    const { phase } = await bench.engine.state(id);
    await bench.report(id, [failed(second), done(first, 'again')]);
    expect((await bench.engine.state(id)).phase).toEqual(phase);
    expect((await bench.types(id)).filter(type => type === 'playbook.completed')).toHaveLength(1);
    expect((await bench.types(id)).slice(-2)).toEqual(['command.late', 'command.late']);
  });

  it('of commands that nobody ever issued change nothing, and are no trouble', async () => {
    for (const commandId of ['', 'x', `${id}:a:1`, `${id}:nowhere:1`, `${id}:a:1:i7`, '::::']) {
      expect(await bench.report(id, [done({ ...first, commandId }, 'made up')])).toBe(true);
    }
    expect(bench.troubles).toEqual([]);
    await bench.report(id, [done(first, 'real')]);
    expect((await bench.engine.state(id)).steps.get('a')?.result).toMatchObject({ data: 'real' });
  });

  it('of executions that do not exist are refused and told, and nothing is made up for them', async () => {
    expect(await bench.report('404', [done(first, 'x')])).toBe(false);
    expect(bench.troubles).toEqual([expect.objectContaining({ message: 'there is no execution 404' })]);
    expect(await bench.stores.events.list()).toHaveLength(1);
  });

  it('of iterations count once each, in whatever order they come', async () => {
    const loop = await bench.start(`
      workflow:
        - { step: each, loop: { in: 5, iterator: i, spec: { mode: parallel } }, tool: { kind: noop } }
    `);
    const iterations = bench.commands.slice(1);
    const shuffled = [4, 0, 4, 2, 2, 0, 3, 1].map(index => iterations[index] as Command);
    for (const command of shuffled)
      await bench.report(loop, [done(command, `item ${command.iteration?.index}`)]);
    const { phase } = await bench.engine.state(loop);
    expect(phase.kind).toBe('completed');
    const types = await bench.types(loop);
    expect(types.filter(type => type === 'step.exit')).toHaveLength(1);
    const read = await bench.stores.events.read(loop);
    const settled = read.flatMap(({ events }) =>
      events.flatMap(event => (event.type === 'iteration_completed' ? event.settled : [])),
    );
    expect(settled.map(({ index }) => index).toSorted()).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('ten thousand signals', () => {
  it('for one execution are kept in order, each is taken once, and none slows the next', async () => {
    const bench = new Bench();
    const id = await bench.start(`
      workflow:
        - step: take
          tool: { kind: signal, name: go }
          set: { ctx.n: "{{ (ctx.n | default(0)) + 1 }}" }
          next: { arcs: [{ step: take, when: "{{ ctx.n < 50 }}" }, { step: last }] }
        - { step: last, tool: { kind: noop } }
    `);
    const signals = Array.from({ length: 10_000 }, (_, n) =>
      bench.engine.send(id, { kind: 'signal', name: 'go', data: n }),
    );
    await Promise.all(signals);
    expect((await bench.engine.state(id)).signals.get('go')).toHaveLength(10_000);
    for (let taken = 0; taken < 50; taken++) {
      const command = bench.commands.at(-1) as Command;
      const { commandId, attempt } = command;
      const waitsFor = { kind: 'signal', name: 'go', deadline: undefined, onDeadline: undefined } as const;
      await bench.report(id, [{ kind: 'parked', commandId, attempt, waitsFor }]);
      const { steps } = await bench.engine.state(id);
      expect(steps.get('take')?.result).toMatchObject({ data: taken });
    }
    expect(bench.commands.at(-1)?.step).toBe('last');
    expect((await bench.engine.state(id)).signals.get('go')).toHaveLength(9_950);
    expect(bench.troubles).toEqual([]);
  });
});
