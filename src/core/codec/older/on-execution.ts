import { EMPTY_MAPPING, isMapping, type PlainMapping } from '../../../common/plain-value.ts';
import type { ParentLink } from '../../event.ts';
import { at, readId } from '../plain.ts';
import type { Envelope } from './envelope.ts';
import { failureIn, inPayload, resultIn } from './lookups.ts';
import type { Reading } from './reading.ts';

/** Older engines announce the start more than once, in different words; the first counts. */
export function onPlaybookStarted(reading: Reading, envelope: Envelope): void {
  if (reading.isStarted) return reading.setAside(envelope, 'the execution has started already');
  reading.isStarted = true;
  const workload = inPayload(envelope, 'workload') ?? at(envelope.result, 'workload');
  reading.emit(envelope, {
    type: 'playbook_started',
    executionId: envelope.executionId,
    catalogId: envelope.catalogId || (readId(inPayload(envelope, 'catalog_id'), 'catalog_id') ?? ''),
    path: textIn(envelope, 'path') ?? '',
    version: textIn(envelope, 'version') ?? '',
    hash: '',
    workload: isMapping(workload) ? workload : EMPTY_MAPPING,
    entry: reading.outlook.entry,
    parent: parentOf(envelope),
    concurrency: undefined,
    rerunOf: undefined,
    skip: undefined,
  });
}

/** Versions were numbers once. */
function textIn(envelope: Envelope, key: string): string | undefined {
  const found = inPayload(envelope, key);
  return typeof found === 'number' || typeof found === 'string' ? String(found) : undefined;
}

function parentOf(envelope: Envelope): ParentLink | undefined {
  const executionId =
    envelope.parentExecutionId ?? readId(inPayload(envelope, 'parent_execution_id'), 'parent_execution_id');
  if (executionId === undefined) return undefined;
  return {
    executionId,
    commandId: textIn(envelope, 'parent_command_id') ?? '',
    attempt: 1,
    resultStep: undefined,
    depth: 1,
    heldKeys: undefined,
  };
}

export function onSimple(reading: Reading, envelope: Envelope): void {
  switch (envelope.name) {
    case 'playbook.paused':
      return reading.emit(envelope, { type: 'playbook.paused', reason: textIn(envelope, 'reason') });
    case 'signal.received': {
      const name = textIn(envelope, 'name') ?? '';
      return reading.emit(envelope, {
        type: 'signal.received',
        name,
        data: inPayload(envelope, 'data') ?? null,
      });
    }
    case 'playbook.resumed':
    case 'workflow_initialized':
    case 'workflow_completed':
    case 'workflow_failed':
      return reading.emit(envelope, { type: envelope.name });
    default:
      return reading.setAside(envelope, 'its type is unknown');
  }
}

export function onEnded(reading: Reading, envelope: Envelope): void {
  switch (envelope.name) {
    case 'playbook.completed':
      return reading.emit(envelope, { type: 'playbook.completed', result: resultIn(envelope), leaves: {} });
    case 'playbook.failed': {
      const named = inPayload(envelope, 'failed_steps');
      const failedSteps = Array.isArray(named)
        ? named.filter(step => typeof step === 'string')
        : reading.failedSteps;
      return reading.emit(envelope, {
        type: 'playbook.failed',
        error: failureIn(envelope),
        failedSteps: [...failedSteps],
      });
    }
    default:
      return reading.emit(envelope, { type: 'playbook.cancelled', reason: textIn(envelope, 'reason') });
  }
}

export function onContext(reading: Reading, envelope: Envelope): void {
  const values = inPayload(envelope, 'values') ?? inPayload(envelope, 'variables');
  const step = inPayload(envelope, 'step');
  reading.emit(envelope, {
    type: 'ctx.updated',
    step: typeof step === 'string' ? step : envelope.node,
    gen: readId(inPayload(envelope, 'gen'), 'gen') ?? envelope.id,
    values: isMapping(values) ? (values as PlainMapping) : EMPTY_MAPPING,
  });
}
