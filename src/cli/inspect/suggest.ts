import type { ExecutionView } from '../../core/view/execution-view.ts';
import type { ServerChoice } from '../remote/connect.ts';
import { serverFlags } from '../remote/server-flags.ts';

/** What to type next, ready to be copied. */
export function suggest(
  { execution_id: id, status, steps }: ExecutionView,
  options: ServerChoice & { readonly dataDir: string },
  isInterrupted = false,
): string[] {
  const where =
    serverFlags(options) ?? (options.dataDir === '.noetl' ? '' : ` --data-dir ${options.dataDir}`);
  const failed = Object.entries(steps).find(([, step]) => step.status === 'FAILED')?.[0];
  if (isInterrupted) return [`noetl resume ${id}${where}`];
  switch (status) {
    case 'PENDING':
      return [`noetl explain ${id}${where}`];
    case 'PAUSED':
      return [`noetl resume ${id}${where}`];
    case 'RUNNING':
      return [`noetl logs ${id} -f${where}`, `noetl explain ${id}${where}`];
    case 'FAILED':
      return [
        ...(failed === undefined ? [] : [`noetl logs ${id} --step ${failed}${where}`]),
        `noetl explain ${id}${where}`,
        `noetl rerun ${id} --only-failed${where}`,
      ];
    case 'CANCELLED':
      // What had ended is kept: it goes on where it was stopped.
      return [`noetl events ${id}${where}`, `noetl rerun ${id} --only-failed${where}`];
    case 'COMPLETED':
      return [`noetl events ${id}${where}`];
  }
}
