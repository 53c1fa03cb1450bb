import type { Playbook, Step } from './model.ts';

/** Where a step runs if nobody says otherwise. */
export const SHARED_POOL = 'shared';

const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

export const isPoolName = (name: string): boolean => NAME.test(name);

/** Whose workers run the step. */
export const poolOf = ({ executor }: Pick<Playbook, 'executor'>, { pool }: Pick<Step, 'pool'>): string =>
  pool ?? executor.pool ?? SHARED_POOL;
