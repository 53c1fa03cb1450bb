import type { PlainValue } from '../../common/plain-value.ts';
import type { Recorded } from '../../compose/read.ts';
import { compareExecutions, type DecisionDifference, diffViews } from '../../core/view/compare-executions.ts';
import type { Difference } from '../../core/view/value-diff.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { readExecution } from '../inspect/recorded-execution.ts';
import { resolveExecution } from '../inspect/resolve-execution.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { preview } from '../inspect/words.ts';
import type { Paint } from '../output/paint.ts';
import { visible } from '../output/visible.ts';
import { asData, viewAt } from './state.ts';

/** `noetl diff ID A B`: what changed between two moments. `noetl diff ID1 ID2`: two executions compared. */
export function diffCommand(
  id: string,
  from: string,
  to: string | undefined,
  options: InspectOptions,
  cli: Cli,
): Promise<ExitCode> {
  return withRecorded(options, cli, recorded =>
    to === undefined
      ? diffExecutions(recorded, id, from, options, cli)
      : diffMoments(recorded, id, [from, to], options, cli),
  );
}

async function diffMoments(
  recorded: Recorded,
  id: string,
  [from, to]: readonly [string, string],
  { output }: InspectOptions,
  { console }: Cli,
): Promise<ExitCode> {
  const { executionId } = await resolveExecution(recorded, id);
  const before = await viewAt(recorded, executionId, from, false);
  const after = await viewAt(recorded, executionId, to, false);
  const values = diffViews(before.view, after.view);
  const data = {
    execution_id: executionId,
    from: asData(before.moment),
    to: asData(after.moment),
    values: values.map(asRow),
  };
  const paint = console.outPaint;
  print(console, output, data, () => valueLines(values, paint).replace(/^\n/, ''));
  if (values.length === 0 && output === 'table') console.err('nothing changed between these moments\n');
  return EXIT.ok;
}

async function diffExecutions(
  recorded: Recorded,
  first: string,
  second: string,
  { output }: InspectOptions,
  { console }: Cli,
): Promise<ExitCode> {
  const a = await readExecution(recorded, first);
  const b = await readExecution(recorded, second);
  const { values, decisions } = compareExecutions(a.events, b.events);
  const samePlaybook = await isSamePlaybook(recorded, a.summary, b.summary);
  const data = {
    executions: [a.summary.executionId, b.summary.executionId],
    same_playbook: samePlaybook,
    decisions,
    values: values.map(asRow),
  };
  const paint = console.outPaint;
  const isSame = values.length === 0 && decisions.length === 0;
  print(console, output, data, () => {
    const title = `${paint.red(`- execution ${a.summary.executionId}`)}\n${paint.green(`+ execution ${b.summary.executionId}`)}\n`;
    const playbook = samePlaybook ? '' : 'they ran different versions of their playbooks\n';
    return isSame && samePlaybook
      ? ''
      : `${title}${playbook}${decisionLines(decisions, paint)}${valueLines(values, paint)}`;
  });
  if (isSame && output === 'table') console.err('both executions went the same way, with the same results\n');
  return EXIT.ok;
}

/** By their texts where hashes do not tell: servers do not show them. */
async function isSamePlaybook(
  { playbooks }: Recorded,
  a: ExecutionSummary,
  b: ExecutionSummary,
): Promise<boolean> {
  if (a.hash === b.hash) return true;
  const [one, other] = [await playbooks.find(a.hash), await playbooks.find(b.hash)];
  return one !== undefined && one.text === other?.text;
}

const asRow = ({ path, before, after }: Difference) => ({
  path: path.map(String),
  before: before ?? null,
  after: after ?? null,
  change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
});

const MOST = 100;

function valueLines(values: readonly Difference[], paint: Paint): string {
  const lines: string[] = [];
  let section: string | undefined;
  for (const { path, before, after } of values.filter(isTold)) {
    const title = sectionOf(path);
    if (title !== section) lines.push('', paint.bold(title));
    section = title;
    const name = visible(nameOf(path));
    if (isSomething(before)) lines.push(paint.red(`- ${name}${equals(name)}${preview(before, MOST)}`));
    if (isSomething(after)) lines.push(paint.green(`+ ${name}${equals(name)}${preview(after, MOST)}`));
  }
  return lines.map(line => `${line}\n`).join('');
}

/** Nothing is told best by leaving it out. */
const isSomething = (value: PlainValue | undefined): boolean => value !== undefined && value !== null;

/** What a command is doing, and when a step began, says nothing that its status does not. */
const isTold = ({ path: [first, , field], before, after }: Difference): boolean =>
  (isSomething(before) || isSomething(after)) &&
  !(first === 'steps' && (field === 'command' || field === 'entered_at'));

const equals = (name: string): string => (name === '' ? '' : ' = ');

/** Everything about one step stands together. */
const sectionOf = ([first, second]: Difference['path']): string =>
  first === 'steps' && second !== undefined ? `step ${second}` : String(first);

const nameOf = ([first, ...rest]: Difference['path']): string =>
  (first === 'steps' ? rest.slice(1) : rest)
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join('');

function decisionLines(decisions: readonly DecisionDifference[], paint: Paint): string {
  if (decisions.length === 0) return '';
  const lines = ['', paint.bold('decisions')];
  for (const { step, run, before, after } of decisions) {
    const name = step === null ? '' : `${visible(step)}${run > 1 ? ` (run ${run})` : ''} `;
    if (before !== null) lines.push(paint.red(`- ${name}${before}`));
    if (after !== null) lines.push(paint.green(`+ ${name}${after}`));
  }
  return lines.map(line => `${line}\n`).join('');
}
