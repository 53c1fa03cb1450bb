import type { MockAnswer, MockPlan } from '../../model.ts';
import type { Tree } from '../tree.ts';
import { data, field, fields, items, mapping } from './build.ts';
import { duration } from './expression.ts';
import type { Places } from './places.ts';

export function planTree(places: Places, plan: MockPlan): Tree {
  switch (plan.kind) {
    case 'always':
      return answerTree(places, plan.answer);
    case 'calls':
      return items(
        'auto',
        plan.answers.map(answer => ({
          value: answerTree(places, answer),
          source: places.of(answer),
        })),
      );
    case 'each':
      return fields('auto', [
        field(
          'each',
          items(
            'auto',
            plan.plans.map(inner => ({ value: planTree(places, inner), source: places.of(inner) })),
          ),
        ),
      ]);
  }
}

function answerTree(places: Places, answer: MockAnswer): Tree {
  const after = duration(places, answer, 'after', 'after');
  if (answer.kind === 'error') {
    return fields('auto', [after, field('error', mapping(answer.error, places), places.of(answer.error))]);
  }
  const value = data(answer.data, places);
  return after ? fields('auto', [after, field('value', value)]) : value;
}
