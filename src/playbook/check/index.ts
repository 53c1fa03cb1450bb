import type { Environment } from '../../template/index.ts';
import type { Draft } from '../build/playbook.ts';
import { buildGraph } from '../graph.ts';
import { assignmentsOf } from '../model-walk.ts';
import type { PositionTable } from '../positions.ts';
import type { ProblemLog } from '../problem-log.ts';
import { callbackPlace } from './callback-place.ts';
import type { CheckContext, CheckRule } from './context.ts';
import { executorSteps } from './executor-steps.ts';
import { GRAPH_RULES } from './graph/index.ts';
import { iterScope } from './iter-scope.ts';
import { jumpTargets } from './jump-targets.ts';
import { keychainNames } from './keychain-names.ts';
import { namesDefined } from './names-defined.ts';
import { namesRead } from './names-read.ts';
import { nextTargets } from './next-targets.ts';
import { reservedNames } from './reserved-names.ts';
import type { ReportAt } from './rule.ts';
import { serverReadsSecret } from './server-reads-secret.ts';
import { stepNames } from './step-names.ts';
import { taskNames } from './task-names.ts';
import { collectTexts } from './templates/collect.ts';
import { compileTexts } from './templates/compile.ts';
import { testSteps } from './test-steps.ts';
import { toolKindsKnown } from './tool-kinds-known.ts';
import { waitPlace } from './wait-place.ts';
import { workloadSecret } from './workload-secret.ts';

export const CHECK_RULES: readonly CheckRule[] = [
  stepNames,
  reservedNames,
  nextTargets,
  executorSteps,
  taskNames,
  callbackPlace,
  waitPlace,
  jumpTargets,
  toolKindsKnown,
  keychainNames,
  testSteps,
  serverReadsSecret,
  iterScope,
  namesDefined,
  namesRead,
  workloadSecret,
];

interface Tools {
  readonly log: ProblemLog;
  readonly positions: PositionTable;
  readonly environment: Environment;
}

/** Runs every rule; those about routing only if steps and arcs are sound enough to make a graph of. */
export function checkPlaybook(playbook: Draft, { log, positions, environment }: Tools): void {
  const report: ReportAt = (code, at, message, hint) =>
    log.report(code, offsetOf(at, positions), message, hint);
  const context: CheckContext = {
    playbook,
    assignments: playbook.workflow.flatMap(assignmentsOf),
    sites: compileTexts(collectTexts(playbook), environment, positions, log),
    globalNames: environment.globalNames,
    names: log.names,
    report,
    reportInTemplate(code, { container, key }, offset, message, hint) {
      log.report(code, positions.offsetInText(container, key, offset) ?? 0, message, hint);
    },
    conceal(container, key) {
      const range = positions.rangeOfValue(container, key);
      if (range) log.conceal(range);
    },
  };
  for (const rule of CHECK_RULES) rule.check(context);
  if (!isRoutable(playbook)) return;
  const whole = { ...playbook, hash: '' };
  const graph = buildGraph(whole);
  for (const rule of GRAPH_RULES) rule.check(whole, graph, report);
}

function offsetOf(at: Parameters<ReportAt>[1], positions: PositionTable): number {
  if (!isPair(at)) return positions.rangeOf(at)?.start ?? 0;
  const [container, key] = at;
  return (positions.rangeOfValue(container, key) ?? positions.rangeOf(container))?.start ?? 0;
}

const isPair = (at: Parameters<ReportAt>[1]): at is readonly [object, string | number] => Array.isArray(at);

/** Names are unique and every name that is used is one. */
function isRoutable({ workflow, entry, executor }: Draft): boolean {
  const names = new Set(workflow.map(step => step.name));
  const used = workflow.flatMap(step =>
    step.next.arcs.flatMap(arc => (arc.target.kind === 'step' ? [arc.target.step] : [])),
  );
  if (executor.finalStep !== undefined) used.push(executor.finalStep);
  return names.size === workflow.length && names.size > 0 && [...used, entry].every(name => names.has(name));
}
