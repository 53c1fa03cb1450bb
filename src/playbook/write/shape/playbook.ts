import type { ExecutorSpec, KeychainEntry, Metadata, Playbook } from '../../model.ts';
import { type KeptWorkbook, NO_WORKBOOK } from '../keep/workbook.ts';
import { type Field, type Fields, leaf } from '../tree.ts';
import { dataField, field, fields, filled, items, mapping, scalar } from './build.ts';
import { duration } from './expression.ts';
import type { Places } from './places.ts';
import type { RoutingDefaults } from './routing.ts';
import { type StepContext, stepTree } from './step.ts';
import { testTree } from './test-case.ts';

/** The whole playbook in the order, the words and the short forms of the canonical language. */
export function playbookTree(
  places: Places,
  playbook: Playbook,
  observesFailure: RoutingDefaults['observesFailure'],
  workbook: KeptWorkbook = NO_WORKBOOK,
): Fields {
  const onNoMatch = noMatchIsError(playbook) ? 'error' : 'complete';
  return fields('block', [
    field('apiVersion', leaf('noetl.io/v2')),
    field('kind', leaf('Playbook')),
    field('metadata', metadataTree(places, playbook.metadata), places.of(playbook.metadata)),
    dataField(places, playbook, 'workload', 'workload', 'block'),
    keychainField(places, playbook),
    executorField(places, playbook),
    workbook.field,
    workflowField(places, playbook, { routing: { onNoMatch, observesFailure }, workbook }),
    testsField(places, playbook),
  ]);
}

/** Said once for all steps if all that have arcs say it. */
function noMatchIsError({ workflow }: Playbook): boolean {
  const routers = workflow.map(({ next }) => next).filter(({ arcs }) => arcs.length > 0);
  return routers.length > 0 && routers.every(({ onNoMatch }) => onNoMatch === 'error');
}

const metadataTree = (places: Places, metadata: Metadata): Fields =>
  fields('block', [
    scalar(places, metadata, 'name', 'name'),
    scalar(places, metadata, 'path', 'path', metadata.name),
    scalar(places, metadata, 'version', 'version'),
    scalar(places, metadata, 'description', 'description'),
    dataField(places, metadata, 'labels', 'labels'),
    dataField(places, metadata, 'tags', 'tags'),
    dataField(places, metadata, 'capabilities', 'capabilities'),
    scalar(places, metadata, 'exposedInUi', 'exposed_in_ui', false),
    scalar(places, metadata, 'exposesAsMcp', 'exposes_as_mcp', true),
    scalar(places, metadata, 'agent', 'agent', false),
    ...mapping(metadata.extra, places).parts,
  ]);

function keychainField(places: Places, playbook: Playbook): Field | undefined {
  const parts = playbook.keychain.map(entry => ({
    value: keychainTree(places, entry),
    source: places.of(entry),
  }));
  return filled('keychain', items('block', parts), places.ofValue(playbook, 'keychain'));
}

const keychainTree = (places: Places, entry: KeychainEntry): Fields =>
  fields('auto', [
    scalar(places, entry, 'name', 'name'),
    scalar(places, entry, 'kind', 'kind', 'provider' in entry.config ? 'secret_manager' : 'credential'),
    scalar(places, entry, 'scope', 'scope', 'global'),
    scalar(places, entry, 'autoRenew', 'auto_renew', false),
    scalar(places, entry, 'residency', 'residency', 'none'),
    ...mapping(entry.config, places).parts,
  ]);

function executorField(places: Places, playbook: Playbook): Field | undefined {
  const { executor } = playbook;
  const { requires } = executor;
  const needs = fields('auto', [
    dataField(places, requires, 'tools', 'tools'),
    dataField(places, requires, 'features', 'features'),
  ]);
  const tree = fields('block', [
    scalar(places, executor, 'profile', 'profile', 'auto'),
    scalar(places, executor, 'version', 'version', 'noetl-runtime/1'),
    filled('requires', needs, places.of(requires)),
    filled('spec', executorSpecTree(places, playbook, executor)),
  ]);
  return filled('executor', tree, places.ofValue(playbook, 'executor') ?? places.of(executor));
}

const executorSpecTree = (places: Places, playbook: Playbook, executor: ExecutorSpec): Fields =>
  fields('block', [
    scalar(places, playbook, 'entry', 'entry_step', entryByDefault(playbook)),
    duration(places, executor, 'timeout', 'timeout'),
    concurrencyField(places, executor),
    scalar(places, executor, 'pool', 'pool'),
    scalar(places, executor, 'finalStep', 'final_step'),
    noMatchIsError(playbook) ? field('no_next_is_error', leaf(true)) : undefined,
    scalar(places, executor, 'loopMode', 'loop_mode', 'local'),
    scalar(places, executor, 'renderWorkload', 'render_workload', false),
    dataField(places, executor, 'policy', 'policy'),
  ]);

/** Where an execution starts if the playbook does not say: at `start`, else at the first step. */
function entryByDefault({ workflow }: Playbook): string {
  const start = workflow.find(({ name }) => name.toLowerCase() === 'start');
  return (start ?? workflow[0])!.name;
}

function concurrencyField(places: Places, executor: ExecutorSpec): Field | undefined {
  const { concurrency } = executor;
  if (!concurrency) return undefined;
  const tree = fields('auto', [
    field('key', leaf(concurrency.key.template), places.ofValue(concurrency, 'key')),
    scalar(places, concurrency, 'limit', 'limit'),
    scalar(places, concurrency, 'onLimit', 'on_limit', 'queue'),
  ]);
  return field('concurrency', tree, places.ofValue(executor, 'concurrency') ?? places.of(concurrency));
}

function workflowField(places: Places, playbook: Playbook, context: StepContext): Field | undefined {
  const parts = playbook.workflow.map(step => ({
    value: stepTree(places, step, context),
    source: places.of(step),
  }));
  return field('workflow', items('spaced', parts), places.ofValue(playbook, 'workflow'));
}

function testsField(places: Places, playbook: Playbook): Field | undefined {
  const parts = playbook.tests.map(test => ({ value: testTree(places, test), source: places.of(test) }));
  return filled('tests', items('spaced', parts), places.ofValue(playbook, 'tests'));
}
