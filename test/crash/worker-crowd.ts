import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Deferred, deferred } from '../../src/common/deferred.ts';

type Wish = 'go on' | 'finish';
type Ending = 'SIGKILL' | 'SIGTERM';

/** A process of the crowd, and how it ended. */
interface Member {
  readonly child: ChildProcess;
  /** From then on it can be asked to end. */
  readonly ready: Promise<void>;
  readonly ended: Promise<string>;
  isEnding: boolean;
}

const ORDERLY = '0 null';

/** A process that holds a data directory, and workers beside it; each of them may die, hang or be replaced. */
export class WorkerCrowd {
  readonly #scripts: { readonly holder: string; readonly worker: string };
  readonly #args: readonly string[];
  readonly #workers: Member[] = [];
  /** Rejects when a process is gone that nobody asked to. */
  readonly #loss = deferred<never>();
  #holder: Member;
  #stopped: Member | undefined;
  #turns = 0;
  #awaited: { readonly turns: number; readonly reached: Deferred<void> } | undefined;

  /** `args`: the folder, and how many executions are under way. */
  constructor(scripts: { holder: string; worker: string }, args: readonly string[], workers: number) {
    this.#scripts = scripts;
    this.#args = args;
    this.#loss.promise.catch(() => {});
    this.#holder = this.#newHolder('go on');
    for (let count = 0; count < workers; count++) this.#addWorker();
  }

  /** Resolves when the holder has taken so many turns more. */
  async turns(count: number): Promise<void> {
    const reached = deferred<void>();
    this.#awaited = { turns: this.#turns + count, reached };
    await Promise.race([reached.promise, this.#loss.promise]);
  }

  async replaceWorker(place: number, signal: Ending): Promise<void> {
    const [old] = this.#workers.splice(place % this.#workers.length, 1);
    this.#addWorker();
    if (old) await this.#end(old, signal);
  }

  /** One hangs at a time: whichever did before goes on. */
  stopWorker(place: number): void {
    this.#goOn();
    this.#stopped = this.#workers[place % this.#workers.length];
    this.#stopped?.child.kill('SIGSTOP');
  }

  async replaceHolder(signal: Ending): Promise<void> {
    await this.#end(this.#holder, signal);
    this.#holder = this.#newHolder('go on');
  }

  /** Lets everything that is under way end. Nobody is left when it resolves. */
  async finish(): Promise<void> {
    this.#goOn();
    await this.#end(this.#holder, 'SIGTERM');
    this.#holder = this.#newHolder('finish');
    this.#holder.isEnding = true;
    const how = await Promise.race([this.#holder.ended, this.#loss.promise]);
    if (how !== ORDERLY) throw new Error(`the last holder ended with ${how}`);
    await Promise.all(this.#workers.map(each => this.#end(each, 'SIGTERM')));
  }

  kill(): void {
    for (const { child } of [...this.#workers, this.#holder]) child.kill('SIGKILL');
  }

  #goOn(): void {
    this.#stopped?.child.kill('SIGCONT');
    this.#stopped = undefined;
  }

  #addWorker(): void {
    const [directory = ''] = this.#args;
    this.#workers.push(this.#start('worker', [directory]));
  }

  #newHolder(wish: Wish): Member {
    return this.#start('holder', [...this.#args, wish]);
  }

  #takeTurn(): void {
    this.#turns += 1;
    if (this.#awaited && this.#turns >= this.#awaited.turns) this.#awaited.reached.resolve();
  }

  #start(role: 'holder' | 'worker', args: readonly string[]): Member {
    const child = spawn(process.execPath, [this.#scripts[role], ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ready = deferred<void>();
    createInterface(child.stdout).on('line', line => {
      if (line === 'ready') ready.resolve();
      else this.#takeTurn();
    });
    const ended = new Promise<string>(resolve => {
      child.on('exit', (code, signal) => {
        if (!member.isEnding) this.#loss.reject(new Error(`a ${role} ended with ${code} ${signal}`));
        resolve(`${code} ${signal}`);
      });
    });
    const member: Member = { child, ready: ready.promise, ended, isEnding: false };
    return member;
  }

  async #end(ending: Member, signal: Ending): Promise<void> {
    if (this.#stopped === ending) this.#goOn();
    if (signal === 'SIGTERM') await Promise.race([ending.ready, this.#loss.promise]);
    ending.isEnding = true;
    ending.child.kill(signal);
    const how = await Promise.race([ending.ended, this.#loss.promise]);
    if (how !== (signal === 'SIGKILL' ? 'null SIGKILL' : ORDERLY))
      throw new Error(`after ${signal} a process ended with ${how}`);
  }
}
