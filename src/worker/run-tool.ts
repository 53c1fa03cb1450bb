import type { LogLine } from '../ports/log-store.ts';
import { CLEAN_UP_GRACE, type Tool, type ToolCall, type ToolOutcome } from '../ports/tool.ts';
import type { BodyKeeper } from './body-keeper.ts';
import type { CommandRun } from './command-run.ts';
import { failed } from './output.ts';

/**
 * Calls a tool within its time. One that must stop is told so by its signal and waited for while it cleans
 * up, so that the next attempt does not meet the last one; after the grace it is given up, and whatever it
 * prints or answers then is dropped.
 */
export async function runTool(
  run: CommandRun,
  tool: Tool,
  call: ToolCall,
  milliseconds: number,
  keeper: BodyKeeper,
): Promise<ToolOutcome> {
  if (run.signal.aborted) return CANCELLED;
  const { clock } = run.services;
  const stop = new AbortController();
  const abort = () => stop.abort(run.signal.reason);
  run.signal.addEventListener('abort', abort, { once: true });
  const cancelTimer = clock.after(milliseconds, () => stop.abort('timeout'));
  const grace = graceOf(run, stop.signal);
  let isOver = false;
  const print = (stream: LogLine['stream'], text: string) => {
    if (!isOver) run.print(stream, text);
  };
  try {
    const answer = tool.run(call, { signal: stop.signal, print, keep: keeper.keep });
    const outcome = await Promise.race([answer, grace.over]);
    const answered = outcome && keeper.vouched(outcome);
    return stop.signal.aborted || !answered ? stopped(run, milliseconds, answered) : answered;
  } catch (error) {
    // What a tool throws because it was stopped says nothing that the reason does not.
    if (stop.signal.aborted) return stopped(run, milliseconds, undefined);
    throw error;
  } finally {
    isOver = true;
    run.endLogs();
    cancelTimer();
    grace.cancel();
    run.signal.removeEventListener('abort', abort);
  }
}

/** `over` resolves when a tool that was told to stop has had its time to clean up. */
function graceOf({ services: { clock } }: CommandRun, signal: AbortSignal) {
  let cancel = () => {};
  const over = new Promise<undefined>(resolve => {
    const wait = () => {
      cancel = clock.after(CLEAN_UP_GRACE, () => resolve(undefined));
    };
    signal.addEventListener('abort', wait, { once: true });
  });
  return { over, cancel: () => cancel() };
}

const CANCELLED = failed('cancelled', 'the command was cancelled');

/** The time was up, whatever the tool says; what it has until then is kept for those who look. */
function stopped(run: CommandRun, milliseconds: number, answered: ToolOutcome | undefined): ToolOutcome {
  const kept = answered?.status === 'error' && answered.data !== undefined ? { data: answered.data } : {};
  if (run.signal.aborted) return { ...CANCELLED, ...kept };
  const message = `the task did not end within ${milliseconds / 1000} s`;
  return { ...failed('timeout', message, { retryable: true }), ...kept };
}
