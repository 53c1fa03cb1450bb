import type { TestTarget } from '../../model.ts';

/** As it is written: `caller/step.task`. */
export const targetKey = ({ within, step, task }: TestTarget): string =>
  [...within, task === undefined ? step : `${step}.${task}`].join('/');
