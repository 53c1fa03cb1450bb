import { chooseLines, type LogFilter, type PrintedLine } from '../../core/view/printed-lines.ts';
import type { ServerServices } from '../services.ts';

export interface LogQuery {
  readonly step?: string;
  readonly attempt?: number;
  readonly iteration?: number;
}

/** What the tools of an execution printed, in the order in which they did; all that was printed until now. */
export async function readLines(
  { logs }: ServerServices,
  executionId: string,
  { step, attempt, iteration }: LogQuery,
): Promise<readonly PrintedLine[]> {
  await logs.flush();
  const filter: LogFilter = { step, attempt, iteration };
  return chooseLines(await logs.read({ executionId }), filter);
}

export const lineBody = ({ at, step, iteration, attempt, commandId, stream, text }: PrintedLine) => ({
  at: new Date(at).toISOString(),
  step,
  iteration: iteration ?? null,
  attempt,
  command_id: commandId,
  stream,
  text,
});
