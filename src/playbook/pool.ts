import { SHARED_POOL } from '../common/pool-name.ts';
import type { Playbook, Step } from './model.ts';

/** Whose workers run the step. */
export const poolOf = ({ executor }: Pick<Playbook, 'executor'>, { pool }: Pick<Step, 'pool'>): string =>
  pool ?? executor.pool ?? SHARED_POOL;
