import type { TestSignal } from '../playbook/model.ts';
import type { Clock } from '../ports/clock.ts';
import type { EngineHandle } from '../ports/engine-handle.ts';
import type { TurnTaken } from '../ports/turn-watcher.ts';

/** Sends the signals of a test, each when a step has begun to wait for it. */
export class SignalSender {
  readonly #left: TestSignal[];
  readonly #engine: EngineHandle;
  readonly #clock: Clock;
  readonly #onTrouble: (executionId: string, error: unknown) => void;

  constructor(
    signals: readonly TestSignal[],
    engine: EngineHandle,
    clock: Clock,
    onTrouble: (executionId: string, error: unknown) => void,
  ) {
    this.#left = [...signals];
    this.#engine = engine;
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  readonly follow = ({ executionId, events }: TurnTaken): void => {
    for (const event of events) {
      if (event.type !== 'command.parked' || event.waitsFor.kind !== 'signal') continue;
      const { name } = event.waitsFor;
      const at = this.#left.findIndex(signal => signal.name === name);
      const [signal] = at < 0 ? [] : this.#left.splice(at, 1);
      if (signal) this.#schedule(executionId, signal);
    }
  };

  #schedule(executionId: string, { name, data, after }: TestSignal): void {
    const send = () => {
      this.#engine
        .send(executionId, { kind: 'signal', name, data })
        .catch((error: unknown) => this.#onTrouble(executionId, error));
    };
    if (after === undefined) send();
    else this.#clock.at(this.#clock.now() + after, send);
  }
}
