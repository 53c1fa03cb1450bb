import type { Event } from '../../core/event.ts';
import { type Explanation, explain } from '../../core/explain.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { findInterrupted } from '../inspect/interrupted.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { readExecution, requirePinned } from '../inspect/recorded-execution.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { statusPaint } from '../inspect/words.ts';
import type { Paint } from '../output/paint.ts';
import { type Cell, table } from '../output/table.ts';
import { visible } from '../output/visible.ts';

/** `noetl explain ID`: why an execution is where it is. */
export function explainCommand(id: string, options: InspectOptions, cli: Cli): Promise<ExitCode> {
  return withRecorded(options, cli, async recorded => {
    const { summary, events } = await readExecution(recorded, id);
    const { playbook } = await requirePinned(recorded, summary);
    const explained = explain(playbook, events);
    const { console } = cli;
    const interrupted = (await findInterrupted(recorded, [summary])).size > 0;
    print(console, options.output, { execution_id: summary.executionId, ...explained, interrupted }, () =>
      asText(
        summary.executionId,
        interrupted ? { ...explained, waiting_for: [SOMEBODY] } : explained,
        interrupted ? GONE : whyItEnded(events),
        console.outPaint,
      ),
    );
    return EXIT.ok;
  });
}

const GONE = 'its process is gone, it was interrupted';
const SOMEBODY = 'somebody to take it up: `noetl resume`';

/** The first line of it; undefined: it goes on, it completed, or nobody said why. */
function whyItEnded(events: readonly Event[]): string | undefined {
  const end = events.findLast(({ type }) => type === 'playbook.failed' || type === 'playbook.cancelled');
  if (end?.type === 'playbook.failed') return end.error.message.split('\n', 1)[0];
  return end?.type === 'playbook.cancelled' ? end.reason?.split('\n', 1)[0] : undefined;
}

function asText(
  id: string,
  { status, waiting_for, last_decision, steps }: Explanation,
  why: string | undefined,
  paint: Paint,
): string {
  const rows = steps.map(({ step, run, state, rule }): Cell[] => [
    step,
    `${state}${run > 1 ? ` (run ${run})` : ''}`,
    { text: rule, paint: paint.dim },
  ]);
  const lines = [
    `execution ${id} is ${statusPaint(paint, status)(status.toLowerCase())}\n`,
    ...(why === undefined ? [] : [`reason: ${visible(why)}\n`]),
    ...waiting_for.map(waiting => `waits for ${waiting}\n`),
    '\n',
    table(['STEP', 'STATE', 'RULE'], rows, paint),
  ];
  if (last_decision && last_decision.arcs.length > 0) {
    const { step, run, rule, arcs } = last_decision;
    lines.push(`\nlast decision: ${step}, run ${run}  ${paint.dim(rule)}\n`);
    for (const { target, matched, why } of arcs) lines.push(`  ${matched ? '→' : ' '} ${target}: ${why}\n`);
  }
  return lines.join('');
}
