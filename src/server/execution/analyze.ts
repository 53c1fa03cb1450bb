import type { Static } from '@sinclair/typebox';
import type { BodyOf, ResponseOf } from '../../api/route.ts';
import type { Routes } from '../../api/routes/index.ts';
import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { type ExecutionView, executionView, type StepOfView } from '../../core/view/execution-view.ts';
import { readRows } from '../../engine/read/event-rows.ts';
import type { ServerServices } from '../services.ts';
import { entryOf } from './entries.ts';
import { shownAs } from './events.ts';
import { explainExecution } from './explain.ts';
import type { FoundExecution } from './find-execution.ts';
import { findingsOf, recommendationsOf } from './findings.ts';

type Bundle = ResponseOf<Routes['executions.analyze']>;
export type Finding = Static<Routes['executions.analyze']['response']>['findings'][number];

/** What is worth knowing of an execution, the same each time it is asked for as long as nothing happens. */
export async function analyzeExecution(
  services: ServerServices,
  found: FoundExecution,
  options: NonNullable<BodyOf<Routes['executions.analyze']>>,
): Promise<Bundle> {
  const { summary, state } = found;
  const entry = await entryOf(services, found);
  const view = executionView(state);
  const { waiting_for } = await explainExecution(services, found);
  const findings = findingsOf(view, waiting_for);
  const recommendations = recommendationsOf(view, summary.executionId);
  return {
    execution_id: summary.executionId,
    path: summary.path,
    status: entry.status,
    generated_at: new Date(services.clock.now()).toISOString(),
    summary: summaryOf(view, entry.duration_seconds, entry.event_count, waiting_for),
    findings,
    recommendations,
    cloud: mappingOf([]),
    playbook: await playbookOf(services, found, options.include_playbook_content ?? false),
    event_sample: await sampleOf(services, found, options),
    ai_prompt: promptOf(view, findings, waiting_for),
  };
}

function summaryOf(
  { steps, started_at, ended_at }: ExecutionView,
  seconds: number,
  events: number,
  waits: readonly string[],
): PlainMapping {
  const counts = new Map<string, number>();
  for (const { status } of Object.values(steps)) counts.set(status, (counts.get(status) ?? 0) + 1);
  const slowest = Object.entries(steps)
    .map(([name, step]) => [name, secondsOf(step)] as const)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(
      ([step, took]): PlainValue =>
        mappingOf([
          ['step', step],
          ['seconds', took],
        ]),
    );
  return mappingOf([
    ['event_count', events],
    ['duration_seconds', seconds],
    ['started_at', started_at],
    ['ended_at', ended_at],
    ['steps', mappingOf(counts)],
    ['slowest_steps', slowest],
    ['waiting_for', waits],
  ]);
}

const secondsOf = ({ entered_at, ended_at }: StepOfView): number =>
  entered_at === null || ended_at === null ? 0 : (Date.parse(ended_at) - Date.parse(entered_at)) / 1000;

async function playbookOf(
  { playbooks }: ServerServices,
  { summary, state }: FoundExecution,
  withContent: boolean,
): Promise<PlainMapping> {
  const kept = withContent ? await playbooks.find(summary.hash) : undefined;
  return mappingOf([
    ['path', summary.path],
    ['version', state.header?.version ?? null],
    ['catalog_id', state.header?.catalogId ?? null],
    ['hash', summary.hash],
    ...(withContent ? [['content', kept?.text ?? null] as const] : []),
  ]);
}

/** The latest events: of a long log, the end tells most. */
async function sampleOf(
  { events }: ServerServices,
  { summary, state }: FoundExecution,
  {
    max_events: most = 1200,
    event_sample_size: size = 120,
  }: { max_events?: number; event_sample_size?: number },
): Promise<Bundle['event_sample']> {
  const count = Math.min(most, size, summary.events);
  const rows = await readRows(events, summary.executionId, summary.events - count, count);
  return rows.map(shownAs(state));
}

function promptOf(
  { execution_id, path, status }: ExecutionView,
  findings: readonly Finding[],
  waits: readonly string[],
): string {
  const lines = findings.map(
    ({ severity, step, message }) => `- ${severity}${step === null ? '' : ` in ${step}`}: ${message}`,
  );
  return [
    `Execution ${execution_id} of the NoETL playbook '${path}' is ${status}.`,
    ...(waits.length === 0 ? [] : ['It waits for:', ...waits.map(wait => `- ${wait}`)]),
    ...(lines.length === 0 ? ['Nothing remarkable was found.'] : ['Findings:', ...lines]),
    'Explain what happened, and what to change in the playbook or its surroundings.',
  ].join('\n');
}
