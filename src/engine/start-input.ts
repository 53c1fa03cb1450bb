import type { Start } from '../core/decide/input.ts';
import type { Playbook } from '../playbook/model.ts';
import type { StartRequest } from '../ports/engine-handle.ts';

/** What begins an execution. Throws if it is to start at a step that the playbook does not have. */
export function startInput(request: StartRequest, executionId: string, trace: string | undefined): Start {
  const { playbook, payload, parent, entry, catalog, inPlaceOf } = request;
  if (entry !== undefined) mustHaveStep(playbook, entry);
  const { path, version = '1' } = playbook.metadata;
  return {
    kind: 'start',
    executionId,
    catalogId: catalog?.catalogId ?? playbook.hash.slice(0, 16),
    path,
    version: catalog ? String(catalog.version) : version,
    payload,
    ...(parent ? { parent } : {}),
    ...(inPlaceOf === undefined ? {} : { inPlaceOf }),
    ...(entry === undefined ? {} : { entry }),
    ...(trace === undefined ? {} : { trace }),
  };
}

function mustHaveStep({ workflow, metadata }: Playbook, step: string): void {
  if (workflow.some(({ name }) => name === step)) return;
  const names = workflow.map(({ name }) => name).join(', ');
  throw new Error(`playbook '${metadata.path}' has no step '${step}' to start from; it has: ${names}`);
}
