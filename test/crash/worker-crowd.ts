import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

type Wish = 'go on' | 'finish';

/** A process of the crowd, and what it ended with: `[code, signal]`. */
interface Member {
  readonly child: ChildProcess;
  readonly ended: Promise<readonly unknown[]>;
}

const SURVIVABLE = [null, 'SIGKILL'];
const ORDERLY = [0, null];

/** A process that holds a data directory, and workers beside it; each of them may die, hang or be replaced. */
export class WorkerCrowd {
  readonly #start: { readonly holder: (wish: Wish) => ChildProcess; readonly worker: () => ChildProcess };
  readonly #onTurn: () => void;
  readonly #workers: Member[] = [];
  #holder: Member;
  #stopped: Member | undefined;

  constructor(scripts: { holder: string; worker: string }, args: readonly string[], onTurn: () => void) {
    const [directory = ''] = args;
    this.#onTurn = onTurn;
    this.#start = {
      holder: wish => run(scripts.holder, [...args, wish], 'pipe'),
      worker: () => run(scripts.worker, [directory], 'inherit'),
    };
    this.#holder = this.#newHolder();
  }

  addWorker(): void {
    this.#workers.push(member(this.#start.worker()));
  }

  async replaceWorker(place: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const [old] = this.#workers.splice(place % this.#workers.length, 1);
    this.addWorker();
    if (old) await this.#end(old, signal);
  }

  /** One hangs at a time: whichever did before goes on. */
  stopWorker(place: number): void {
    this.goOn();
    this.#stopped = this.#workers[place % this.#workers.length];
    this.#stopped?.child.kill('SIGSTOP');
  }

  goOn(): void {
    this.#stopped?.child.kill('SIGCONT');
    this.#stopped = undefined;
  }

  async replaceHolder(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await this.#end(this.#holder, signal);
    this.#holder = this.#newHolder();
  }

  /** Lets everything that is under way end. Nobody is left when it resolves. */
  async finish(): Promise<void> {
    this.goOn();
    await this.#end(this.#holder, 'SIGTERM');
    this.#holder = this.#newHolder('finish');
    const how = await this.#holder.ended;
    if (String(how) !== String(ORDERLY)) throw new Error(`the last holder ended with ${how}`);
    await Promise.all(this.#workers.map(each => this.#end(each, 'SIGTERM')));
  }

  kill(): void {
    for (const { child } of [...this.#workers, this.#holder]) child.kill('SIGKILL');
  }

  #newHolder(wish: Wish = 'go on'): Member {
    const holder = member(this.#start.holder(wish));
    if (holder.child.stdout) createInterface(holder.child.stdout).on('line', this.#onTurn);
    return holder;
  }

  async #end(ending: Member, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (this.#stopped === ending) this.goOn();
    ending.child.kill(signal);
    const how = await ending.ended;
    const wanted = signal === 'SIGKILL' ? SURVIVABLE : ORDERLY;
    if (String(how) !== String(wanted)) throw new Error(`after ${signal} a process ended with ${how}`);
  }
}

const run = (script: string, args: readonly string[], out: 'pipe' | 'inherit'): ChildProcess =>
  spawn(process.execPath, [script, ...args], { stdio: ['ignore', out, 'inherit'] });

const member = (child: ChildProcess): Member => ({ child, ended: once(child, 'exit') });
