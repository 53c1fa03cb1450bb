import type { Client } from '../../client/index.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import { makeProgram, type Program } from '../../core/decide/program.ts';
import { EMPTY_STATE } from '../../core/fold/draft.ts';
import { fold } from '../../core/fold/fold.ts';
import type { State } from '../../core/state.ts';
import { load } from '../../playbook/index.ts';
import type { TurnWatcher } from '../../ports/turn-watcher.ts';
import type { Followed, Printed } from '../run/follow.ts';
import { EventDecoder } from './event-decoder.ts';
import { RemoteLog } from './remote-log.ts';
import { findPlaybook, followRef, readLines } from './remote-recorded.ts';
import { sendInput } from './send-input.ts';

export interface RemoteRun {
  /** What happened before somebody looked is told, too. */
  readonly fromStart: boolean;
  readonly printed?: Printed;
}

/**
 * An execution of a server as those who follow executions see one: its events are read from the stream of the
 * server and folded here, one turn per event.
 */
export class RemoteEngine implements Followed {
  readonly #client: Client;
  readonly #run: RemoteRun;
  readonly #watchers = new Set<TurnWatcher>();
  readonly #stop = new AbortController();
  #state: State = EMPTY_STATE;
  #lastEvent: string | undefined;
  #version = 0;

  constructor(client: Client, run: RemoteRun) {
    this.#client = client;
    this.#run = run;
  }

  readonly engine: Followed['engine'] = {
    send: (executionId, input) => sendInput(this.#client, executionId, input),
    state: executionId => this.#catchUp(executionId),
    watch: watcher => {
      this.#watchers.add(watcher);
      return () => this.#watchers.delete(watcher);
    },
    ended: executionId => this.#follow(executionId),
  };

  get stores(): Followed['stores'] {
    return { logs: { flush: async () => {}, read: address => readLines(this.#client, address) } };
  }

  follow(uri: string): Promise<PlainValue | undefined> {
    return followRef(this.#client, uri);
  }

  /** Whoever waits for the end of an execution waits no longer. */
  close(): void {
    this.#stop.abort(new Error('nobody follows the execution any more'));
  }

  /** Without telling anybody: what is past, for those who come later. */
  async #catchUp(executionId: string): Promise<State> {
    if (this.#run.fromStart || this.#lastEvent !== undefined) return this.#state;
    const turns = await new RemoteLog(this.#client, executionId).read();
    const events = turns.flatMap(turn => turn.events);
    this.#state = fold(events, this.#state);
    this.#version = events.length;
    this.#lastEvent = events.at(-1)?.id;
    return this.#state;
  }

  async #follow(executionId: string): Promise<State> {
    const program = await this.#programOf(executionId);
    await Promise.all([this.#hearEvents(executionId, program), this.#hearLines(executionId)]);
    return this.#state;
  }

  async #hearEvents(executionId: string, program: Program): Promise<void> {
    const { signal } = this.#stop;
    const decoder = new EventDecoder();
    const after = this.#lastEvent === undefined ? {} : { after: this.#lastEvent };
    for await (const row of this.#client.stream(executionId, { ...after, signal })) {
      const event = decoder.take(row);
      if (!event) continue;
      this.#state = fold([event], this.#state);
      this.#version++;
      const turn = { executionId, program, state: this.#state, version: this.#version };
      for (const watcher of this.#watchers)
        watcher({ ...turn, events: [event], commands: [], cancelled: [] });
    }
  }

  async #programOf(executionId: string): Promise<Program> {
    const kept = await findPlaybook(this.#client, executionId);
    const playbook = kept && load(kept.text, { file: kept.source }).playbook;
    if (playbook) return makeProgram(playbook);
    throw new Error(
      `the playbook of execution ${executionId} cannot be read by this version of noetl: use the version that the server runs`,
    );
  }

  async #hearLines(executionId: string): Promise<void> {
    const { printed } = this.#run;
    if (!printed) return;
    const { signal } = this.#stop;
    for await (const line of this.#client.streamLogs(executionId, { signal })) {
      const { command_id: commandId, attempt, at, stream, text } = line;
      printed.hear({ executionId, commandId, attempt }, [{ at: Date.parse(at), stream, text }]);
    }
  }
}
