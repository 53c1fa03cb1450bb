import type { ExecutionView } from '../../core/view/execution-view.ts';
import type { ServerChoice } from '../remote/connect.ts';
import { serverFlags } from '../remote/server-flags.ts';
import type { Parked } from './parked.ts';

/** What to type next, ready to be copied. */
export function suggest(
  { execution_id: id, status, steps }: ExecutionView,
  options: ServerChoice & { readonly dataDir: string },
  isInterrupted = false,
  parked: readonly Parked[] = [],
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
      return [
        ...wakeUp(id, parked).map(command => `${command}${where}`),
        `noetl logs ${id} -f${where}`,
        `noetl explain ${id}${where}`,
      ];
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

/** More than that is no advice. */
const MOST = 3;

/** What lets steps go on that wait for somebody. */
const wakeUp = (id: string, parked: readonly Parked[]): readonly string[] =>
  [...new Set(parked.map(each => wakeCommand(id, each)))].filter(each => each !== undefined).slice(0, MOST);

/** Undefined: it wakes by itself. */
function wakeCommand(id: string, { step, on }: Parked): string | undefined {
  switch (on.kind) {
    case 'signal':
      return `noetl signal ${id} ${on.name}`;
    case 'callback':
      return `noetl callback ${id} ${step}`;
    case 'child':
      return `noetl status ${on.executionId}`;
    case 'time':
      return undefined;
  }
}
