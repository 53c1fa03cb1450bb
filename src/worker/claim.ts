import { isMapping, mappingOf, type PlainValue } from '../common/plain-value.ts';
import type { CommandClaim } from '../core/command.ts';
import type { Input } from '../core/decide/input.ts';
import type { Cursor, Frame, LoopSource, Step, Task } from '../playbook/model.ts';
import { claimField } from '../playbook/tool-kinds.ts';
import type { CommandRun } from './command-run.ts';
import { type PipelineEnd, runPipeline } from './pipeline.ts';

/**
 * Claims the next rows of a cursor with whatever tool it names, and gives them as a list. A claim that is
 * delivered again has the same `claim_id`, so one that marks its rows with it finds them again.
 */
export async function claimRows(
  run: CommandRun,
  claim: CommandClaim,
  report: (input: Input) => void,
): Promise<PipelineEnd> {
  const { cursor, frame } = cursorOf(run.step);
  const maxRows = Math.min(frame.maxRows, claim.left ?? frame.maxRows);
  const about = mappingOf([
    ['claim_id', run.command.commandId],
    ['frame', claim.frame],
    ['max_rows', maxRows],
    ['lease_seconds', frame.lease / 1000],
  ]);
  run.names.setAll({ ...about, __frame_max_rows: maxRows });
  const end = await runPipeline(run, [claimTask(cursor, frame, about)], report);
  if (end.kind === 'parked') return refused('a claim cannot wait for something outside');
  if (end.kind !== 'done') return end;
  const rows = rowsOf(end.data);
  if (!rows) return refused('a claim gives a list of rows, or a record with `rows`');
  return { kind: 'done', data: frame.process === 'frame' && rows.length > 0 ? [rows] : rows };
}

function cursorOf(step: Step): Extract<LoopSource, { kind: 'cursor' }> {
  if (step.kind === 'loop' && step.loop.source.kind === 'cursor') return step.loop.source;
  throw new Error(`step '${step.name}' has no cursor to claim rows with`);
}

function claimTask({ kind, auth, claim, options }: Cursor, frame: Frame, input: Task['input']): Task {
  return {
    name: 'claim',
    kind,
    config: mappingOf([...Object.entries(options), [claimField(kind), claim]]),
    input,
    auth,
    set: [],
    retry: [],
    paginate: undefined,
    timeout: frame.maxTime,
    output: { select: [], store: undefined, inlineMaxBytes: 65_536, extra: mappingOf([]) },
    cache: undefined,
    policy: { rules: [], onUnmatched: 'default' },
    sink: undefined,
  };
}

/** A list, or a record with `rows`, here, in the `data` of a response or in what a shell prints; nothing is no rows. */
function rowsOf(data: PlainValue): readonly PlainValue[] | undefined {
  if (data === null) return [];
  if (Array.isArray(data)) return data;
  if (!isMapping(data)) return undefined;
  if (Object.hasOwn(data, 'rows')) return rowsOf(data.rows ?? null);
  if (Object.hasOwn(data, 'data')) return rowsOf(data.data ?? null);
  if (Object.hasOwn(data, 'json')) return rowsOf(data.json ?? null);
  return data.stdout === '' ? [] : undefined;
}

const refused = (message: string): PipelineEnd => ({
  kind: 'failed',
  error: { kind: 'validation', message, retryable: false },
});
