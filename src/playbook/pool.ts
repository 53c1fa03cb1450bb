import type { Playbook, Step } from './model.ts';

/** Where a step runs if nobody says otherwise. */
export const SHARED_POOL = 'shared';

/** Whose workers run the step. */
export const poolOf = ({ executor }: Pick<Playbook, 'executor'>, { pool }: Pick<Step, 'pool'>): string =>
  pool ?? executor.pool ?? SHARED_POOL;
