import { describe, expect, it } from 'vitest';
import { EMPTY_STATE } from '../../core/fold/draft.ts';
import type { State } from '../../core/state.ts';
import type { LogLine } from '../../ports/log-store.ts';
import type { TurnTaken } from '../../ports/turn-watcher.ts';
import { WatchedRun } from './watched-run.ts';

const stateOf = (executionId: string, parent?: string, phase: State['phase']['kind'] = 'in_progress') =>
  ({
    ...EMPTY_STATE,
    phase: { kind: phase },
    header: {
      executionId,
      path: 'p',
      ...(parent ? { parent: { executionId: parent, commandId: `${parent}:a:1` } } : {}),
    },
  }) as unknown as State;

const turn = (executionId: string, parent?: string, phase?: State['phase']['kind']): TurnTaken =>
  ({
    executionId,
    state: stateOf(executionId, parent, phase),
    events: [],
    commands: [],
    cancelled: [],
  }) as unknown as TurnTaken;

function watch() {
  const told: string[] = [];
  const watched = new WatchedRun(() => ({
    turn: ({ executionId }) => void told.push(`turn of ${executionId}`),
    printed: ({ executionId }) => void told.push(`line of ${executionId}`),
    notice: () => {},
    end: () => {},
  }));
  const line: LogLine = { at: 0, stream: 'stdout', text: 'x' };
  const print = (executionId: string) =>
    watched.printed({ executionId, commandId: `${executionId}:a:1`, attempt: 1 }, [line]);
  const open = () => watched.open('1', stateOf('1'));
  return { told, watched, print, open };
}

describe('what is shown of an execution that is watched', () => {
  it('is what it and those it calls do and print, and nothing of others', () => {
    const { told, watched, print, open } = watch();
    open();
    watched.turn(turn('1'));
    watched.turn(turn('2', '1'));
    watched.turn(turn('9'));
    for (const id of ['1', '2', '9']) print(id);
    expect(told).toEqual(['turn of 1', 'turn of 2', 'line of 1', 'line of 2']);
  });

  it('is also what was done and printed before it was known which one is watched', () => {
    const { told, watched, print, open } = watch();
    watched.turn(turn('1'));
    print('1');
    print('9');
    open();
    print('1');
    expect(told).toEqual(['turn of 1', 'line of 1', 'line of 1']);
  });

  it('is also what is heard of them after the end of who called them', () => {
    const { told, watched, print, open } = watch();
    open();
    watched.turn(turn('2', '1'));
    watched.turn(turn('2', '1', 'completed'));
    watched.turn(turn('3', '2'));
    for (const id of ['2', '3']) print(id);
    expect(told.slice(2)).toEqual(['turn of 3', 'line of 2', 'line of 3']);
  });
});
