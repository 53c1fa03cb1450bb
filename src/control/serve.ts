import { assertNever } from '../common/assert-never.ts';
import type { PlainValue } from '../common/plain-value.ts';
import { RerunProblem } from '../core/rerun/plan-rerun.ts';
import type { CredentialStore } from '../ports/credential-store.ts';
import { type HeldCatalog, serveCatalog } from './catalog-order.ts';
import { ControlError } from './control-error.ts';
import type { ControlledEngine } from './controlled-engine.ts';
import { serveCredentials } from './credential-order.ts';
import type { Guests } from './guests.ts';
import type { CallOrder, Request, StartOrder } from './protocol.ts';
import { readPlaybookText } from './read-playbook-text.ts';
import { type RerunOrder, rerunRequest } from './rerun-order.ts';
import { serveWorker, type WorkerHost } from './serve-worker.ts';
import { serveWrites, type WrittenStores } from './serve-writes.ts';
import type { AllShipments } from './shipments.ts';
import type { Visit } from './visit.ts';
import { isWorkerOrder } from './worker-order.ts';
import { isWriteOrder } from './write-order.ts';

/** Who does it: the engine that holds the data directory and, where it has them, its catalog and its stores. */
export interface Host {
  readonly engine: ControlledEngine;
  readonly guests: Guests;
  readonly catalog: HeldCatalog | undefined;
  readonly credentials: CredentialStore | undefined;
  readonly written: Partial<WrittenStores>;
  readonly shipments: AllShipments;
  /** Undefined: all of it is done by the process itself. */
  readonly work: WorkerHost | undefined;
}

/** Does for a client what it asks. */
export async function serve(host: Host, request: Request, visit: Visit): Promise<PlainValue> {
  const { engine, guests, credentials } = host;
  if (isWorkerOrder(request)) return serveWorker(host.work, request, visit);
  if (isWriteOrder(request)) return serveWrites(host.written, host.shipments.of(visit), request);
  switch (request.do) {
    case 'new_id':
      return engine.nextId();
    case 'start':
      return start(engine, guests, request);
    case 'call':
      return call(engine, request);
    case 'rerun':
      return rerun(engine, guests, request);
    case 'send': {
      await mustExist(engine, request.executionId);
      // Asked before: what is sent may end the execution, and then nobody drives it any more.
      const driven = engine.drives(request.executionId);
      await engine.send(request.executionId, ...request.inputs);
      return { driven };
    }
    case 'take_up':
      await mustExist(engine, request.executionId);
      return takeUp(engine, guests, request.executionId);
    case 'watch':
      await mustExist(engine, request.executionId);
      return null;
    case 'register_playbook':
    case 'remove_playbook':
    case 'restore_playbook':
      return serveCatalog(host.catalog, request);
    case 'put_credential':
    case 'remove_credential':
    case 'rekey_credentials':
      return serveCredentials(credentials, request, Date.now());
    default:
      return assertNever(request, 'request');
  }
}

/** Whose it is: what this process runs for itself does not become a guest because somebody looks at it. */
async function takeUp(engine: ControlledEngine, guests: Guests, executionId: string): Promise<PlainValue> {
  const taken = await engine.takeUp(executionId);
  if (taken) await guests.add(executionId);
  return { taken };
}

async function start(engine: ControlledEngine, guests: Guests, order: StartOrder): Promise<PlainValue> {
  const { executionId, text, source, payload, entry, catalog } = order;
  const first = { ...(entry === undefined ? {} : { entry }), ...(catalog ? { catalog } : {}) };
  await engine.start({ playbook: readPlaybookText(order), text, source, payload, executionId, ...first });
  await guests.add(executionId);
  return executionId;
}

/** The id follows from the command: a call that is repeated starts nothing twice. */
async function call(engine: ControlledEngine, order: CallOrder): Promise<PlainValue> {
  const { do: _, hash: __, commandId, ...request } = order;
  await engine.startChild({ ...request, playbook: readPlaybookText(order) }, commandId);
  if (order.parent) engine.adopt(commandId, order.executionId);
  return order.executionId;
}

async function rerun(engine: ControlledEngine, guests: Guests, order: RerunOrder): Promise<PlainValue> {
  try {
    const executionId = await engine.rerun(rerunRequest(order));
    await guests.add(executionId);
    return executionId;
  } catch (error) {
    if (!(error instanceof RerunProblem)) throw error;
    throw new ControlError('control_rerun_refused', error.message, { cause: error });
  }
}

async function mustExist(engine: ControlledEngine, executionId: string): Promise<void> {
  if ((await engine.state(executionId)).header) return;
  throw new ControlError(
    'control_unknown_execution',
    `there is no execution ${executionId} here; \`noetl executions\` lists what there is`,
  );
}
