import type { Recorded } from '../../compose/read.ts';
import { type ReplayVerdict, replay } from '../../core/replay/replay.ts';
import type { Playbook } from '../../playbook/index.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readPlaybook } from '../input/read-playbook.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { findPinned } from '../inspect/recorded-execution.ts';
import { resolveExecution } from '../inspect/resolve-execution.ts';
import { isTopLevel, walkExecutions } from '../inspect/walk-executions.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { readCount } from '../inspect/wrong-request.ts';
import type { Paint } from '../output/paint.ts';
import { plural } from '../output/plural.ts';
import { visible } from '../output/visible.ts';

export interface ReplayOptions extends InspectOptions {
  readonly against?: readonly string[];
  readonly last?: string;
  readonly path?: string;
}

interface Replayed {
  readonly summary: ExecutionSummary;
  readonly verdict: ReplayVerdict;
}

/** `noetl replay FILE`: would this playbook have led earlier executions the way they went? */
export async function replayCommand(file: string, options: ReplayOptions, cli: Cli): Promise<ExitCode> {
  const loaded = await readPlaybook(file, cli);
  if (!loaded) return EXIT.usage;
  const { playbook } = loaded;
  const { console } = cli;
  return withRecorded(options, cli, async recorded => {
    const executions = await chosen(recorded, playbook, options);
    const replayed: Replayed[] = [];
    for (const summary of executions) {
      replayed.push({ summary, verdict: await replayOne(recorded, playbook, summary) });
    }
    print(console, options.output, replayed.map(asRow), () => asText(replayed, console.outPaint));
    if (executions.length === 0) {
      const path = options.path ?? playbook.metadata.path;
      console.err(`there are no executions of ${path} here: name some with --against, or another --path\n`);
    }
    return replayed.some(({ verdict }) => verdict.kind === 'differs') ? EXIT.failed : EXIT.ok;
  });
}

const DEFAULT_COUNT = '20';

/** Those that are named, else the newest of a playbook's path: that of the file unless another is given. */
async function chosen(
  recorded: Recorded,
  playbook: Playbook,
  { against = [], last, path }: ReplayOptions,
): Promise<readonly ExecutionSummary[]> {
  const named: ExecutionSummary[] = [];
  for (const id of against) named.push(await resolveExecution(recorded, id));
  if (against.length > 0 && last === undefined && path === undefined) return named;
  const count = readCount('--last', last ?? DEFAULT_COUNT, 1);
  const known = new Set(named.map(({ executionId }) => executionId));
  for await (const execution of walkExecutions(recorded.events, { path: path ?? playbook.metadata.path })) {
    if (known.size - against.length >= count) break;
    if (!isTopLevel(execution) || known.has(execution.executionId)) continue;
    known.add(execution.executionId);
    named.push(execution);
  }
  return named;
}

async function replayOne(
  recorded: Recorded,
  playbook: Playbook,
  summary: ExecutionSummary,
): Promise<ReplayVerdict> {
  const { executionId } = summary;
  const turns = await (recorded.turns?.(executionId) ?? recorded.events.read(executionId));
  const pinned = await findPinned(recorded, summary);
  const asking = replay(playbook, turns, { pinned: pinned?.playbook });
  let answer = asking.next();
  while (!answer.done) answer = asking.next(await recorded.follow(answer.value));
  return answer.value;
}

function asRow({ summary: { executionId, path, status }, verdict }: Replayed) {
  const base = {
    execution_id: executionId,
    path,
    status,
    verdict: verdict.kind,
    decisions: verdict.decisions,
  };
  switch (verdict.kind) {
    case 'same':
      return base;
    case 'differs': {
      const { step, run, was, wouldBe, arcs } = verdict;
      return { ...base, step: step ?? null, run, was, would_be: wouldBe, arcs };
    }
    case 'unknown':
      return { ...base, step: verdict.step ?? null, run: verdict.run, why: verdict.why };
  }
}

function asText(replayed: readonly Replayed[], paint: Paint): string {
  if (replayed.length === 0) return '';
  const count = (kind: ReplayVerdict['kind']) =>
    replayed.filter(({ verdict }) => verdict.kind === kind).length;
  const [differing, unknown] = [count('differs'), count('unknown')];
  const counts = [
    `${count('same')} the same`,
    ...(differing > 0 ? [`${differing} would differ`] : []),
    ...(unknown > 0 ? [`${unknown} cannot be told`] : []),
  ];
  return `${replayed.map(each => lineOf(each, paint)).join('')}${plural(replayed.length, 'execution')}: ${counts.join(', ')}\n`;
}

function lineOf({ summary, verdict }: Replayed, paint: Paint): string {
  const { executionId } = summary;
  switch (verdict.kind) {
    case 'same': {
      const far = verdict.ended ? '' : ', so far';
      return `${executionId}  ${paint.green('same   ')}  ${plural(verdict.decisions, 'decision')}${far}\n`;
    }
    case 'differs': {
      const { step, run, was, wouldBe, arcs } = verdict;
      const where = whereText(step, run);
      return [
        `${executionId}  ${paint.red('differs')}  ${where}was: ${visible(was)}\n`,
        `${' '.repeat(executionId.length + 11)}${' '.repeat(where.length)}now: ${visible(wouldBe)}\n`,
        ...arcs.map(arc => {
          const line = `${arc.matched ? '→' : ' '} ${visible(arc.target)}: ${arc.why}`;
          return `${' '.repeat(executionId.length + 11)}${paint.dim(line)}\n`;
        }),
      ].join('');
    }
    case 'unknown':
      return `${executionId}  ${paint.yellow('unknown')}  ${whereText(verdict.step, verdict.run)}${visible(verdict.why)}\n`;
  }
}

const whereText = (step: string | undefined, run: number): string =>
  step === undefined ? '' : `${visible(step)}${run > 1 ? ` (run ${run})` : ''}  `;
