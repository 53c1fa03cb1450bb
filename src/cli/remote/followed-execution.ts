import type { Client } from '../../client/index.ts';
import { deferred } from '../../common/deferred.ts';
import { makeProgram, type Program } from '../../core/decide/program.ts';
import type { Event } from '../../core/event.ts';
import { EMPTY_STATE } from '../../core/fold/draft.ts';
import { fold } from '../../core/fold/fold.ts';
import type { State } from '../../core/state.ts';
import { load } from '../../playbook/index.ts';
import type { TurnWatcher } from '../../ports/turn-watcher.ts';
import type { Printed } from '../run/follow.ts';
import { EventDecoder } from './event-decoder.ts';
import { RemoteLog } from './remote-log.ts';
import { findPlaybook, lineOf } from './remote-recorded.ts';

export interface Listening {
  readonly signal: AbortSignal;
  readonly tell: TurnWatcher;
  /** Told of what tools print; undefined: nobody looks. */
  readonly printed?: Printed | undefined;
}

/** One execution of a server: its events are read from the stream of the server and folded here. */
export class FollowedExecution {
  readonly #client: Client;
  readonly #executionId: string;
  #state: State = EMPTY_STATE;
  #lastEvent: string | undefined;
  #version = 0;

  constructor(client: Client, executionId: string) {
    this.#client = client;
    this.#executionId = executionId;
  }

  get state(): State {
    return this.#state;
  }

  /** Takes what is past without telling anybody; gives it. */
  async catchUp(): Promise<readonly Event[]> {
    if (this.#lastEvent !== undefined) return [];
    const turns = await new RemoteLog(this.#client, this.#executionId).read();
    const events = turns.flatMap(turn => turn.events);
    this.#state = fold(events, this.#state);
    this.#version = events.length;
    this.#lastEvent = events.at(-1)?.id;
    return events;
  }

  /** Tells of everything that happens, one turn per event, until the execution has ended. */
  async hear(listening: Listening): Promise<State> {
    const program = await this.#program();
    const begun = deferred<void>();
    if (this.#lastEvent !== undefined) begun.resolve();
    const events = this.#hearEvents(program, listening, begun.resolve).finally(begun.resolve);
    await Promise.all([events, begun.promise.then(() => this.#hearLines(listening))]);
    return this.#state;
  }

  /** What it prints is of interest once it is known what it is. */
  async #hearEvents(program: Program, { signal, tell }: Listening, begun: () => void): Promise<void> {
    const decoder = new EventDecoder();
    const executionId = this.#executionId;
    const after = this.#lastEvent === undefined ? {} : { after: this.#lastEvent };
    for await (const row of this.#client.stream(executionId, { ...after, signal })) {
      const event = decoder.take(row);
      if (!event) continue;
      this.#state = fold([event], this.#state);
      this.#version++;
      const turn = { executionId, program, state: this.#state, version: this.#version };
      tell({ ...turn, events: [event], commands: [], cancelled: [] });
      begun();
    }
  }

  async #hearLines({ signal, printed }: Listening): Promise<void> {
    if (!printed) return;
    const executionId = this.#executionId;
    for await (const line of this.#client.streamLogs(executionId, { signal })) {
      const heard = lineOf(executionId, line);
      printed.hear(heard, [heard]);
    }
  }

  async #program(): Promise<Program> {
    const kept = await findPlaybook(this.#client, this.#executionId);
    const playbook = kept && load(kept.text, { file: kept.source, wasAccepted: true }).playbook;
    if (playbook) return makeProgram(playbook);
    throw new Error(
      `the playbook of execution ${this.#executionId} cannot be read by this version of noetl: use the version that the server runs`,
    );
  }
}
