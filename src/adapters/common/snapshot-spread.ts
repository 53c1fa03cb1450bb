/**
 * Older snapshots of one execution that are kept. With one for each 500 events, an execution of 100,000
 * events has one for each 2,000: opening any state of it folds fewer than that. All of them together would
 * take up more room than the log where a state is large; the newest few alone would make the past slow.
 */
const MAX_OLDER = 64;

/**
 * Snapshots are numbered from 1. Of those before the newest, the ones stay whose number is a multiple of
 * this: it doubles whenever there would be too many, so what is thrown away is never missed later.
 */
export function strideOf(newest: number): number {
  let stride = 1;
  while (newest / stride > MAX_OLDER) stride *= 2;
  return stride;
}
