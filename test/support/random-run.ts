import fc from 'fast-check';
import {
  EMPTY_MAPPING,
  mappingOf,
  type PlainMapping,
  type PlainValue,
} from '../../src/common/plain-value.ts';
import type { Command } from '../../src/core/command.ts';
import type { Input } from '../../src/core/decide/input.ts';
import type { Playbook } from '../../src/playbook/model.ts';
import { CoreRun } from './core-run.ts';

/** Numbers from 0 to 1 that decide what happens; when they are used up, everything goes well. */
export const luck = fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
  maxLength: 80,
});

const DATA: readonly PlainValue[] = [
  null,
  mappingOf([['total', 5]]),
  mappingOf([['total', 1]]),
  [1, 2, 3],
  'text',
  mappingOf([['go', mappingOf([])]]),
];

const FAILURE = { kind: 'server_error', message: 'it broke', retryable: true };

/** Executes a playbook with workers whose doings are given by chance: answers, failures, delays, lost leases. */
export function randomRun(
  playbook: Playbook,
  chances: readonly number[],
  payload: PlainMapping = EMPTY_MAPPING,
): CoreRun {
  const run = new CoreRun(playbook, { checks: false }).start(payload);
  const left = [...chances];
  const roll = () => left.shift() ?? 0.999;
  const parked: Command[] = [];
  for (let turns = 0; run.queue.length + parked.length > 0 && turns < 400; turns++) {
    run.now += 10;
    const inputs = Array.from({ length: 1 + Math.floor(roll() * 1.4) }, () => happening(run, roll, parked));
    run.send(...inputs.flat());
  }
  return run;
}

function happening(run: CoreRun, roll: () => number, parked: Command[]): Input[] {
  const chance = roll();
  if (chance < 0.02) return [{ kind: 'cancel' }];
  if (chance < 0.04) return [{ kind: 'timeout' }];
  if (chance < 0.08) return [{ kind: 'pause' }, { kind: 'resume' }];
  if (chance < 0.12) return [{ kind: 'set_ctx', values: mappingOf([['a', 1]]) }];
  if (chance < 0.16) return [{ kind: 'signal', name: 'go', data: 1 }];
  const command = run.queue.splice(Math.floor(roll() * run.queue.length), 1)[0] ?? parked.shift();
  return command ? answer(command, roll, parked) : [];
}

function answer(command: Command, roll: () => number, parked: Command[]): Input[] {
  const { commandId, attempt } = command;
  const started: Input = { kind: 'started', commandId, attempt };
  const chance = roll();
  if (chance < 0.1) return [started, { kind: 'lease_lost', commandId }];
  if (chance < 0.2) {
    parked.push(command);
    const waitsFor = { kind: 'signal', name: 'go', deadline: undefined, onDeadline: undefined } as const;
    return [started, { kind: 'parked', commandId, attempt, waitsFor }];
  }
  if (chance < 0.4) return [started, { kind: 'failed', commandId, attempt, error: FAILURE }];
  const data = DATA[Math.floor(roll() * DATA.length)] ?? null;
  const ctx = roll() < 0.2 ? mappingOf([['b', attempt]]) : EMPTY_MAPPING;
  return [started, { kind: 'done', commandId, attempt, outcome: { result: { kind: 'inline', data }, ctx } }];
}
