import { isMapping, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { parentLink } from '../core/codec/event-fields.ts';
import type { Steering } from '../core/decide/input.ts';
import type { ParentLink, RunOutcome } from '../core/event.ts';
import { NO_RESULT } from '../core/result.ts';
import type { CatalogPin } from '../ports/catalog.ts';
import { type CatalogOrder, readCatalogOrder } from './catalog-order.ts';
import { type CredentialOrder, readCredentialOrder } from './credential-order.ts';
import { isList, readId, readShape, readText, refuse } from './read-message.ts';
import { type RerunOrder, readRerun } from './rerun-order.ts';
import {
  isWorkerOrder,
  readWorkerOrder,
  WORKER_VERBS,
  type WorkerOrder,
  writeWorkerOrder,
} from './worker-order.ts';
import { readWriteOrder, WRITE_VERBS, type WriteOrder } from './write-order.ts';

/**
 * One JSON text per line. The client says hello, the holder welcomes it; then requests are answered by their
 * number, in any order, and notices tell of turns. A notice says only that there is a new version: turns,
 * results and logs are read from the store.
 */
export const PROTOCOL = 1;

export type Request =
  /** An id for an execution that will be started: a start that is repeated then starts nothing twice. */
  | { readonly do: 'new_id' }
  | StartOrder
  | RerunOrder
  | CatalogOrder
  | CredentialOrder
  | WriteOrder
  | WorkerOrder
  | CallOrder
  | { readonly do: 'send'; readonly executionId: string; readonly inputs: readonly Steering[] }
  /** Drive an execution that nobody drives, and tell of its turns. Answers whether that was news. */
  | { readonly do: 'take_up'; readonly executionId: string }
  /** Tell of the turns of an execution and of its children. */
  | { readonly do: 'watch'; readonly executionId: string };

export interface StartOrder {
  readonly do: 'start';
  readonly executionId: string;
  readonly text: string;
  /** An absolute path: relative ones of tools start at its folder. */
  readonly source: string;
  /** Of the playbook as the client reads it. */
  readonly hash: string;
  readonly payload: PlainMapping;
  readonly entry?: string;
  /** Where it came from a catalog. */
  readonly catalog?: CatalogPin;
}

/** Starts a playbook for a command that a worker elsewhere has. */
export interface CallOrder extends Omit<StartOrder, 'do' | 'entry'> {
  readonly do: 'call';
  /** The command that calls it. */
  readonly commandId: string;
  /** Set if the command waits for it. */
  readonly parent?: ParentLink;
  /** Of what a rerun calls: the execution that was called in its place. */
  readonly inPlaceOf?: string;
  readonly trace?: string;
}

const VERBS: readonly string[] = [
  'new_id',
  'start',
  'rerun',
  'send',
  'take_up',
  'watch',
  'register_playbook',
  'remove_playbook',
  'restore_playbook',
  'put_credential',
  'remove_credential',
  'rekey_credentials',
  ...WRITE_VERBS,
  ...WORKER_VERBS,
  'call',
];

/** What `readRequest` understands. */
export function writeRequest(request: Request): PlainMapping {
  if (isWorkerOrder(request)) return writeWorkerOrder(request);
  if (request.do !== 'call' || !request.parent) return request as unknown as PlainMapping;
  return { ...request, parent: parentLink.write(request.parent) } as unknown as PlainMapping;
}

/** Checks what a client sent; it may be anybody's mistake. Throws `control_bad_request`. */
export function readRequest(message: PlainMapping): Request {
  switch (message.do) {
    case 'new_id':
      return { do: 'new_id' };
    case 'start':
      return readStart(message);
    case 'rerun':
      return readRerun(message);
    case 'send':
      return { do: 'send', executionId: readId(message), inputs: readInputs(message.inputs) };
    case 'take_up':
    case 'watch':
      return { do: message.do, executionId: readId(message) };
    case 'register_playbook':
    case 'remove_playbook':
    case 'restore_playbook':
      return readCatalogOrder(message);
    case 'put_credential':
    case 'remove_credential':
    case 'rekey_credentials':
      return readCredentialOrder(message);
    case 'call':
      return readCall(message);
    default:
      if (isWorkerOrder(message)) return readWorkerOrder(message);
      return readWriteOrder(message) ?? refuse(`\`do\` must be one of ${VERBS.join(', ')}`);
  }
}

function readStart(message: PlainMapping): StartOrder {
  const { payload, entry, catalog } = message;
  if (!isMapping(payload)) return refuse('`payload` must be a mapping');
  return {
    do: 'start',
    executionId: readId(message),
    text: readText(message, 'text'),
    source: readText(message, 'source'),
    hash: readText(message, 'hash'),
    payload,
    ...(entry === undefined ? {} : { entry: readText(message, 'entry') }),
    ...(catalog === undefined ? {} : { catalog: readPin(catalog) }),
  };
}

function readCall(message: PlainMapping): CallOrder {
  const { do: _, entry: __, ...start } = readStart(message);
  const { parent, inPlaceOf, trace } = message;
  return {
    do: 'call',
    ...start,
    commandId: readText(message, 'commandId'),
    ...(parent === undefined ? {} : { parent: readShape(parentLink, message, 'parent') }),
    ...(inPlaceOf === undefined ? {} : { inPlaceOf: readText(message, 'inPlaceOf') }),
    ...(trace === undefined ? {} : { trace: readText(message, 'trace') }),
  };
}

function readPin(pin: PlainValue): CatalogPin {
  if (!isMapping(pin) || typeof pin.version !== 'number')
    return refuse('`catalog` must be a mapping with `catalogId` and `version`');
  return { catalogId: readText(pin, 'catalogId'), version: pin.version };
}

function readInputs(inputs: PlainValue | undefined): readonly Steering[] {
  if (!isList(inputs) || inputs.length === 0 || inputs.length > 100)
    return refuse('`inputs` must be a list of 1 to 100 mappings');
  return inputs.map(readInput);
}

/** Steering only: reports on commands come from workers, never from here. */
function readInput(input: PlainValue): Steering {
  if (!isMapping(input)) return refuse('an input must be a mapping');
  switch (input.kind) {
    case 'cancel':
    case 'pause':
      return input.reason === undefined
        ? { kind: input.kind }
        : { kind: input.kind, reason: readText(input, 'reason') };
    case 'resume':
      return { kind: 'resume' };
    case 'timeout':
      return input.limit === undefined
        ? { kind: 'timeout' }
        : { kind: 'timeout', limit: readText(input, 'limit') };
    case 'signal':
      return { kind: 'signal', name: readText(input, 'name'), data: input.data ?? null };
    case 'callback':
      return {
        kind: 'callback',
        commandId: readText(input, 'commandId'),
        outcome: readOutcome(input.outcome),
      };
    case 'set_ctx':
      return isMapping(input.values)
        ? { kind: 'set_ctx', values: input.values }
        : refuse('`values` must be a mapping');
    default:
      return refuse('an input must be callback, cancel, pause, resume, signal, set_ctx or timeout');
  }
}

/** What came of something that a step has started elsewhere. */
function readOutcome(outcome: PlainValue | undefined): RunOutcome {
  if (!isMapping(outcome)) return refuse('`outcome` must be a mapping');
  const { result, error } = outcome;
  if (outcome.status === 'COMPLETED' && isMapping(result))
    return { status: 'COMPLETED', result: { kind: 'inline', data: result.data ?? null } };
  if (outcome.status !== 'FAILED' || !isMapping(error))
    return refuse('`outcome` must be COMPLETED with a result, or FAILED with an error');
  const failure = { kind: 'exception', message: readText(error, 'message'), retryable: false };
  return { status: 'FAILED', error: failure, result: NO_RESULT };
}
