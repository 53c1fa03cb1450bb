import { arcKey, type DrawnStatus, type DrawOptions } from '../../playbook/draw/draw-options.ts';
import type { Event } from '../event.ts';
import { fold } from '../fold/fold.ts';
import type { State, StepState } from '../state.ts';
import { stepStatusIn } from './step-envelope.ts';

/** What a drawing of a playbook shows of one execution: the state of its steps, and the arcs it took. */
export function runPicture(events: readonly Event[]): RunPicture {
  return pictureOfState(fold(events));
}

export type RunPicture = Required<Pick<DrawOptions, 'states' | 'notes' | 'taken'>>;

/** The same of a state that was folded already. */
export function pictureOfState(state: State): RunPicture {
  const notes = [...state.steps].flatMap(([name, step]) => {
    const note = noteOf(step);
    return note === '' ? [] : [[name, note] as const];
  });
  return {
    states: new Map([...state.steps].map(([name, step]) => [name, stepStatusIn(state, step) as DrawnStatus])),
    notes: new Map(notes),
    taken: new Map([...state.steps].flatMap(takenArcs)),
  };
}

const takenArcs = ([name, { taken }]: readonly [string, StepState]) =>
  [...(taken ?? [])].map(([arc, count]) => [arcKey(name, arc), count] as const);

function noteOf({ runs, active, last }: StepState): string {
  const loop = active?.kind === 'loop' ? active : active ? undefined : last?.stats;
  const notes = [
    runs > 1 ? `run ${runs}` : '',
    loop ? `${loop.success + loop.failed} of ${loop.total}` : '',
    loop && loop.failed > 0 ? `${loop.failed} failed` : '',
    attemptsOf(active, last),
  ];
  return notes.filter(note => note !== '').join(', ');
}

function attemptsOf(active: StepState['active'], last: StepState['last']): string {
  const attempts = active?.kind === 'plain' ? active.command?.attempts : active ? 0 : last?.attempts;
  return attempts !== undefined && attempts > 1 ? `attempt ${attempts}` : '';
}
