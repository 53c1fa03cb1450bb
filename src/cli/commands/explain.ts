import { openForReading } from '../../compose/read.ts';
import { explain } from '../../core/explain.ts';
import { load } from '../../playbook/index.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { withStore } from '../run/with-store.ts';

export interface ExplainOptions {
  readonly dataDir: string;
  readonly output: 'text' | 'json';
}

/** `noetl explain ID`: why an execution is where it is. */
export function explainCommand(id: string, options: ExplainOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return withStore(console, async () => {
    const stores = await openForReading(options.dataDir);
    try {
      const events = (await stores.events.read(id)).flatMap(turn => turn.events);
      const [start] = events;
      const kept = start?.type === 'playbook_started' ? await stores.playbooks.find(start.hash) : undefined;
      const playbook = kept && load(kept.text, { file: kept.source }).playbook;
      if (!playbook) {
        console.err(`${console.errPaint.red('error')}: there is no execution ${id} here\n`);
        console.err('`noetl executions` lists what there is\n');
        return EXIT.usage;
      }
      const explained = explain(playbook, events);
      console.out(
        options.output === 'json' ? `${JSON.stringify(explained, null, 2)}\n` : asText(explained, cli),
      );
      return EXIT.ok;
    } finally {
      await stores.close();
    }
  });
}

function asText(
  { status, waiting_for, last_decision, steps }: ReturnType<typeof explain>,
  { console }: Cli,
): string {
  const paint = console.outPaint;
  const width = Math.max(...steps.map(({ step }) => step.length));
  const lines = [paint.bold(status)];
  for (const waiting of waiting_for) lines.push(`waits for ${waiting}`);
  lines.push('');
  for (const { step, run, state, rule } of steps) {
    lines.push(`  ${step.padEnd(width)}  ${state}${run > 1 ? ` (run ${run})` : ''}  ${paint.dim(rule)}`);
  }
  if (last_decision && last_decision.arcs.length > 0) {
    lines.push(
      '',
      `last decision: ${last_decision.step}, run ${last_decision.run}  ${paint.dim(last_decision.rule)}`,
    );
    for (const { target, matched, why } of last_decision.arcs)
      lines.push(`  ${matched ? '→' : ' '} ${target}: ${why}`);
  }
  return `${lines.join('\n')}\n`;
}
