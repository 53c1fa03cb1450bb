import { RunView } from '../../src/cli/run/view/run-view.ts';
import type { Event } from '../../src/core/event.ts';
import { CoreRun } from './core-run.ts';
import { playbookFrom } from './load-playbook.ts';

/** An execution driven by hand whose turns a view follows; time passes when the test says so. */
export class WatchedCoreRun extends CoreRun {
  readonly view: RunView;
  #told = 0;

  constructor(yaml: string, view = new RunView('1')) {
    super(playbookFrom(yaml), { owner: 'me' });
    this.view = view;
  }

  override send(...inputs: Parameters<CoreRun['send']>): this {
    super.send(...inputs);
    const events: readonly Event[] = this.log.slice(this.#told);
    this.#told = this.log.length;
    const { program, state } = this;
    const executionId = state.header?.executionId ?? '';
    if (events.length > 0) {
      this.view.follow({ executionId, program, state, events, version: 1, commands: [], cancelled: [] });
    }
    return this;
  }

  after(milliseconds: number): this {
    this.now += milliseconds;
    return this;
  }

  started(step: string): this {
    const command = this.queue.find(waiting => waiting.step === step);
    if (!command) throw new Error(`no command of ${step} waits`);
    return this.send({ kind: 'started', commandId: command.commandId, attempt: command.attempt });
  }
}
