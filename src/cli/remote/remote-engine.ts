import type { Client } from '../../client/index.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import type { State } from '../../core/state.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TurnTaken, TurnWatcher } from '../../ports/turn-watcher.ts';
import type { Followed, Printed } from '../run/follow.ts';
import { FollowedChildren } from './followed-children.ts';
import { FollowedExecution } from './followed-execution.ts';
import { followRef, readLines } from './remote-recorded.ts';
import { sendInput } from './send-input.ts';

export interface RemoteRun {
  /** What happened before somebody looked is told, too. */
  readonly fromStart: boolean;
  /** Told of what tools print. Without it nobody looks, and children are not followed. */
  readonly printed?: Printed;
  readonly clock: Clock;
}

/** Milliseconds in which the last events of children may come after the end of the execution that waited for them. */
const CHILDREN_GRACE = 2_000;

/** An execution of a server, with the playbooks it waits for, as those who follow executions see one. */
export class RemoteEngine implements Followed {
  readonly #client: Client;
  readonly #run: RemoteRun;
  readonly #watchers = new Set<TurnWatcher>();
  readonly #stop = new AbortController();
  readonly #children = new FollowedChildren(executionId => this.#hearChild(executionId));
  #root: FollowedExecution | undefined;

  constructor(client: Client, run: RemoteRun) {
    this.#client = client;
    this.#run = run;
  }

  readonly engine: Followed['engine'] = {
    send: (executionId, input) => sendInput(this.#client, executionId, input),
    state: executionId => this.#begin(executionId),
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

  #rootOf(executionId: string): FollowedExecution {
    this.#root ??= new FollowedExecution(this.#client, executionId);
    return this.#root;
  }

  async #begin(executionId: string): Promise<State> {
    const root = this.#rootOf(executionId);
    if (!this.#run.fromStart) for (const event of await root.catchUp()) this.#noticeChild(event);
    return root.state;
  }

  async #follow(executionId: string): Promise<State> {
    const { signal } = this.#stop;
    const { printed } = this.#run;
    const state = await this.#rootOf(executionId).hear({ signal, tell: this.#tell, printed });
    // A child that is cancelled with its parent may end a moment later.
    const stopTimer = this.#run.clock.after(CHILDREN_GRACE, () => this.close());
    await this.#children.ended();
    stopTimer();
    return state;
  }

  readonly #tell = (turn: TurnTaken): void => {
    for (const watcher of this.#watchers) watcher(turn);
    for (const event of turn.events) this.#noticeChild(event);
  };

  #noticeChild(event: TurnTaken['events'][number]): void {
    if (this.#run.printed) this.#children.take(event);
  }

  /** What is seen of a child is more than was asked for: whatever is wrong with it, the execution is followed on. */
  async #hearChild(executionId: string): Promise<void> {
    const { signal } = this.#stop;
    const child = new FollowedExecution(this.#client, executionId);
    await child.hear({ signal, tell: this.#tell, printed: this.#run.printed }).catch(() => {});
  }
}
