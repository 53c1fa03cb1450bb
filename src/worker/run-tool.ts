import type { Tool, ToolCall, ToolIo, ToolOutcome } from '../ports/tool.ts';
import type { BodyKeeper } from './body-keeper.ts';
import type { CommandRun } from './command-run.ts';
import { failed } from './output.ts';
import { Stop } from './stop.ts';

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
  const stop = new Stop(clock);
  const cancel = () => stop.stop(run.signal.reason);
  run.signal.addEventListener('abort', cancel, { once: true });
  const cancelTimer = clock.after(milliseconds, () => stop.stop('timeout'));
  let isOver = false;
  const io: ToolIo = {
    get signal() {
      return stop.signal;
    },
    print: (stream, text) => {
      if (!isOver) run.print(stream, text);
    },
    keep: keeper.keep,
  };
  try {
    const outcome = await stop.answerOf(tool.run(call, io));
    const answered = outcome && keeper.vouched(outcome);
    return stop.isStopped || !answered ? stopped(run, milliseconds, answered) : answered;
  } catch (error) {
    // What a tool throws because it was stopped says nothing that the reason does not.
    if (stop.isStopped) return stopped(run, milliseconds, undefined);
    throw error;
  } finally {
    isOver = true;
    run.endLogs();
    cancelTimer();
    stop.end();
    run.signal.removeEventListener('abort', cancel);
  }
}

const CANCELLED = failed('cancelled', 'the command was cancelled');

/** The time was up, whatever the tool says; what it has until then is kept for those who look. */
function stopped(run: CommandRun, milliseconds: number, answered: ToolOutcome | undefined): ToolOutcome {
  const kept = answered?.status === 'error' && answered.data !== undefined ? { data: answered.data } : {};
  if (run.signal.aborted) return { ...CANCELLED, ...kept };
  const message = `the task did not end within ${milliseconds / 1000} s`;
  return { ...failed('timeout', message, { retryable: true }), ...kept };
}
