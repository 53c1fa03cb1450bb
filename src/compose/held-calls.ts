import { LruMap } from '../common/lru.ts';
import { ControlError } from '../control/control-error.ts';
import type { HolderLink } from '../control/holder-link.ts';
import type { Steering } from '../core/decide/input.ts';
import { calledBefore } from '../engine/called-before.ts';
import type { Caller } from '../engine/playbook-tool.ts';
import { foldLog } from '../engine/state-at.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { PlaybookStore } from '../ports/playbook-store.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';

interface Readable {
  readonly events: EventStore;
  readonly snapshots: SnapshotStore;
  readonly playbooks: PlaybookStore;
}

/** Executions whose source is remembered. */
const REMEMBERED = 1_000;

/** Calls playbooks for the commands of a worker: the log is read here, the holder starts what is called. */
export class HeldCalls implements Caller {
  readonly #stores: Readable;
  readonly #link: Pick<HolderLink, 'ask'>;
  readonly #sources = new LruMap<string, string>(REMEMBERED);

  constructor(stores: Readable, link: Pick<HolderLink, 'ask'>) {
    this.#stores = stores;
    this.#link = link;
  }

  /** Where the playbook of an execution came from, as the holder says. */
  remember(executionId: string, source: string): void {
    this.#sources.set(executionId, source);
  }

  sourceOf: Caller['sourceOf'] = async executionId => {
    const known = this.#sources.get(executionId);
    if (known !== undefined) return known;
    const { header } = await this.state(executionId);
    return (header && (await this.#stores.playbooks.find(header.hash)))?.source ?? '';
  };

  state: Caller['state'] = async executionId =>
    (await foldLog(this.#stores.events, this.#stores.snapshots, executionId)).state;

  calledBefore: Caller['calledBefore'] = async (executionId, call) => {
    const { header } = await this.state(executionId);
    return header && calledBefore(this.#stores, header, call);
  };

  startChild: Caller['startChild'] = async (
    { playbook, entry: _, executionId = '', ...request },
    commandId,
  ) => {
    const order = { do: 'call', ...request, executionId, hash: playbook.hash, commandId } as const;
    await this.#link.ask(order).catch(explainSize);
    return executionId;
  };

  /** The holder has seen to it when it started the child. */
  adopt: Caller['adopt'] = () => {};

  send: Caller['send'] = async (executionId, ...inputs) => {
    await this.#link.ask({ do: 'send', executionId, inputs: inputs as Steering[] });
  };
}

/** Nobody who waits for another holder, or looks for another directory, fares better. */
function explainSize(error: unknown): never {
  if (!(error instanceof ControlError) || error.code !== 'control_too_large') throw error;
  throw new Error(
    'a worker can call a playbook with 8 MiB at most, its text included: pass large data by reference, as a file, a table or ' +
      'a result, or have the step run in the server, without `pool`',
    { cause: error },
  );
}
