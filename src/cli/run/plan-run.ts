import { type Preview, type PreviewedCommand, previewStart } from '../../compose/preview.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { plural } from '../output/plural.ts';
import { json, type ResultForm, yaml } from '../output/result-form.ts';
import { visible } from '../output/visible.ts';
import { type PlannedStep, planSteps } from './plan-steps.ts';
import type { Wish } from './wish.ts';

/** `noetl run --dry-run`: what would happen, on standard output. Nothing runs, nothing is written. */
export async function planRun(
  wish: Wish,
  options: { readonly output?: ResultForm },
  cli: Cli,
): Promise<ExitCode> {
  const { playbook, payload, entry } = wish;
  const steps = planSteps(playbook, entry ?? playbook.entry);
  const preview = await previewStart({ playbook, payload, entry, env: cli.env, clock: cli.clock });
  const { console } = cli;
  const { output } = options;
  if (output === 'json' || output === 'yaml') {
    const plan = { path: playbook.metadata.path, steps, first: preview.commands.map(asData) };
    console.out(`${output === 'json' ? json(plan) : yaml(plan)}\n`);
  } else {
    console.out(`${planText(wish, steps, preview, cli).join('\n')}\n`);
  }
  const broken =
    preview.commands.some(({ rendered }) => !rendered.ok) || preview.state.phase.kind === 'failed';
  return broken ? EXIT.usage : EXIT.ok;
}

function planText(
  { playbook, limit }: Wish,
  steps: readonly PlannedStep[],
  preview: Preview,
  cli: Cli,
): string[] {
  const paint = cli.console.outPaint;
  const width = Math.max(...steps.map(({ step }) => step.length));
  const kinds = Math.max(...steps.map(({ does }) => does.length));
  const time = limit === undefined ? '' : `, at most ${limit.milliseconds / 1000} s`;
  return [
    `${paint.bold(visible(playbook.metadata.path))}  ${paint.dim(`${plural(steps.length, 'step')}${time}`)}`,
    ...steps.map(({ step, does, next }) =>
      `  ${step.padEnd(width)}  ${paint.dim(does.padEnd(kinds))}  ${next}`.trimEnd(),
    ),
    '',
    ...firstText(preview, cli),
    paint.dim('nothing was run and nothing was written'),
  ];
}

function firstText({ commands, state }: Preview, { console }: Cli): string[] {
  const paint = console.outPaint;
  if (state.phase.kind === 'failed')
    return [`${paint.red('fails at once')}: ${state.phase.error.message}`, ''];
  if (commands.length === 0) return ['no step has anything to run: it would be over at once', ''];
  return commands.flatMap(command => [...commandText(command, paint.red), '']);
}

function commandText(command: PreviewedCommand, red: (text: string) => string): string[] {
  const { step, iteration, task, kind, rendered } = command;
  const which = [
    ...(iteration ? [`item 1 of ${iteration.total}`] : []),
    ...(task === step ? [] : [`task ${task}`]),
    kind,
  ];
  const head = `first: ${step} (${which.join(', ')})`;
  if (!rendered.ok) return [head, `  ${red('error')}: ${rendered.problem}`];
  const fields = { ...rendered.config, ...(hasKeys(rendered.input) ? { input: rendered.input } : {}) };
  return [head, ...(hasKeys(fields) ? yaml(fields).split('\n') : []).map(line => `  ${visible(line)}`)];
}

const hasKeys = (mapping: object): boolean => Object.keys(mapping).length > 0;

function asData({ step, iteration, task, kind, rendered }: PreviewedCommand) {
  const items = iteration ? { items: iteration.total } : {};
  return rendered.ok
    ? { step, task, kind, ...items, config: rendered.config, input: rendered.input }
    : { step, task, kind, ...items, error: rendered.problem };
}
