import { type Deferred, deferred } from '../common/deferred.ts';
import type { Input } from '../core/decide/input.ts';
import { openWork } from '../core/decide/open-work.ts';
import type { Program } from '../core/decide/program.ts';
import type { ParkedOn } from '../core/event.ts';
import { isTerminal } from '../core/fold/fold.ts';
import type { State } from '../core/state.ts';
import type { BegunWork } from '../ports/begun-work.ts';
import type { Dispatcher, ReportTo } from '../ports/dispatcher.ts';
import type { EngineHandle, RerunRequest, StartRequest } from '../ports/engine-handle.ts';
import type { PlaybookStore } from '../ports/playbook-store.ts';
import type { ResultStore } from '../ports/result-store.ts';
import type { TurnTaken, TurnWatcher } from '../ports/turn-watcher.ts';
import { Advancer, type AdvanceServices } from './advance.ts';
import { calledBefore } from './called-before.ts';
import { Concurrency } from './concurrency.ts';
import { childReport, Family, ORPHANED } from './family.ts';
import { findFamily } from './find-family.ts';
import { type Desk, HandOut } from './hand-out.ts';
import { Leftovers } from './leftovers.ts';
import { loadRef } from './load-ref.ts';
import { LoopItems } from './loop-items.ts';
import { Patience } from './patience.ts';
import { patientReports, type ReportWatcher } from './patient-reports.ts';
import { Programs } from './programs.ts';
import { recover } from './recover.ts';
import { INTERRUPTED_RERUN, prepareRerun } from './rerun.ts';
import { shrinkEvents } from './shrink.ts';
import { startInput } from './start-input.ts';
import { Timers } from './timers.ts';

export interface EngineServices
  extends Pick<AdvanceServices, 'events' | 'snapshots' | 'clock' | 'ids' | 'owner' | 'ownPools'> {
  readonly results: ResultStore;
  readonly playbooks: PlaybookStore;
  /** What processes before this one had begun; undefined: nobody can tell. */
  readonly begun?: Pick<BegunWork, 'hadBegun'>;
  /** Makes what gets this engine's commands executed; reports come back through `report`. */
  readonly makeDispatcher: (report: ReportTo) => Dispatcher;
  /** Makes what has commands executed that other processes claim; undefined: there are no others. */
  readonly makeDesk?: (report: ReportTo, state: (executionId: string) => Promise<State>) => Desk;
  /**
   * Which executions this engine moves. `own`: those it started or took up; for all others on the same
   * stores it only records what arrives. `all`, unless given: any of them, as one of several servers.
   */
  readonly drives?: 'own' | 'all';
  /** The trace of an execution that nobody's trace has led to; undefined: it is in none. */
  readonly newTrace?: ((executionId: string) => string) | undefined;
  /** Called when a turn could not be taken: the store is gone, the playbook cannot be read. */
  readonly onTrouble: (executionId: string, error: unknown) => void;
  /** Sees how what workers report gets into the log. */
  readonly reportWatcher?: ReportWatcher | undefined;
}

/** Runs executions in this process: the same core as everywhere, on whatever stores it is given. */
export class Engine implements EngineHandle {
  readonly #services: EngineServices;
  readonly #advancer: Advancer;
  readonly #timers: Timers;
  readonly #family: Family;
  readonly #concurrency: Concurrency;
  readonly #programs: Programs;
  readonly #handOut: HandOut;
  readonly #watchers = new Set<TurnWatcher>();
  /** Executions whose end somebody waits for. */
  readonly #endings = new Map<string, Deferred<State>>();
  readonly #patience: Patience;
  readonly #report: ReportTo;
  /** Executions that this engine has started or taken up, and that have not ended. */
  readonly #driven = new Set<string>();
  /** Of those: where their playbooks came from. The same text may be started from several folders. */
  readonly #sources = new Map<string, string>();
  readonly #leftovers: Leftovers;
  #recovering: Promise<unknown> = Promise.resolve();
  #isLeaving = false;
  #isClosing = false;

  constructor(services: EngineServices) {
    this.#services = services;
    this.#patience = new Patience(services.clock, services.onTrouble);
    const { events, snapshots, results, clock, ids, owner, ownPools, playbooks } = services;
    this.#programs = new Programs(playbooks);
    const follow = (uri: string) => loadRef(events, results, uri);
    const shrink: AdvanceServices['shrink'] = (executionId, turn) => shrinkEvents(results, executionId, turn);
    const program = (hash: string) => this.#programs.find(hash);
    const drives = (executionId: string) =>
      !this.#isLeaving && (services.drives !== 'own' || this.#driven.has(executionId));
    this.#advancer = new Advancer(
      { events, snapshots, clock, ids, owner, ownPools, program, loadRef: follow, drives, shrink },
      turn => this.#publish(turn),
    );
    const send = (executionId: string, inputs: readonly Input[]) => this.#advancer.send(executionId, inputs);
    this.#report = patientReports(this.#patience, send);
    const report = patientReports(this.#patience, send, services.reportWatcher);
    const own = services.makeDispatcher(report);
    const desk = services.makeDesk?.(report, executionId => this.state(executionId));
    this.#handOut = new HandOut({ own, desk, ownPools }, new LoopItems(results), report);
    this.#timers = new Timers(clock, (executionId, input) => this.#report(executionId, [input]));
    this.#family = new Family(this.#report);
    this.#concurrency = new Concurrency((executionId, input) => this.#report(executionId, [input]));
    this.#leftovers = new Leftovers({
      takeUp: executionId => this.#takeUpOne(executionId),
      isLeaving: () => this.#isLeaving || this.#isClosing,
      onTrouble: services.onTrouble,
    });
  }

  /** Starts an execution; when this resolves, its start is durable and its first commands are on their way. */
  async start(request: StartRequest): Promise<string> {
    const executionId = request.executionId ?? this.#services.ids.next();
    const trace = request.trace ?? this.#services.newTrace?.(executionId);
    const start = startInput(request, executionId, trace);
    const program = this.#programs.add(request.playbook);
    await this.#keep(request);
    // A start that is repeated may speak of an execution which another process has left half way.
    if (request.executionId !== undefined && (await this.state(executionId)).header) {
      await this.takeUp(executionId);
      return executionId;
    }
    this.#driven.add(executionId);
    this.#sources.set(executionId, request.source);
    await this.#advancer.send(executionId, [start], program);
    return executionId;
  }

  /** Runs an execution again; what it takes over from the earlier one is durable before anything runs. */
  async rerun(request: RerunRequest): Promise<string> {
    const { replacement } = request;
    const executionId = this.#services.ids.next();
    const newer = replacement && this.#programs.add(replacement.playbook);
    const finder = { events: this.#services.events, program: (hash: string) => this.#programs.find(hash) };
    const trace = this.#services.newTrace?.(executionId);
    const { program, turns } = await prepareRerun(finder, request, { executionId, trace }, newer);
    if (replacement) await this.#keep(replacement);
    this.#driven.add(executionId);
    for (const input of turns) await this.#advancer.send(executionId, [input], program);
    return executionId;
  }

  /** Cancel, pause, resume, signal, set variables. Resolves when it is durable. */
  send(executionId: string, ...inputs: Input[]): Promise<void> {
    return this.#advancer.send(executionId, inputs);
  }

  state(executionId: string): Promise<State> {
    return this.#advancer.state(executionId);
  }

  program(hash: string): Promise<Program> {
    return this.#programs.find(hash);
  }

  /** What a step of a rerun called by that name in the execution that it repeats. */
  async calledBefore(executionId: string, call: { readonly step: string; readonly path: string }) {
    const { header } = await this.state(executionId);
    return header && calledBefore(this.#services, header, call);
  }

  /** Where the playbook of an execution came from; empty if nobody knows. */
  async sourceOf(executionId: string): Promise<string> {
    const known = this.#sources.get(executionId);
    if (known !== undefined) return known;
    const { header } = await this.state(executionId);
    const source = (header && (await this.#services.playbooks.find(header.hash)))?.source ?? '';
    if (this.#driven.has(executionId)) this.#sources.set(executionId, source);
    return source;
  }

  /** Tells `watcher` of every turn from now on; the result ends it. */
  watch(watcher: TurnWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** The state in which the execution ended. */
  async ended(executionId: string): Promise<State> {
    const ending = this.#endings.get(executionId) ?? deferred<State>();
    this.#endings.set(executionId, ending);
    this.#tellEnd(executionId, await this.state(executionId));
    return ending.promise;
  }

  #tellEnd(executionId: string, state: State): void {
    if (!isTerminal(state)) return;
    this.#endings.get(executionId)?.resolve(state);
    this.#endings.delete(executionId);
  }

  /** Takes up what an earlier process left: work it had under way is delivered again. */
  recover(): Promise<readonly string[]> {
    const recovering = this.#concurrency.hold(async () =>
      this.#leftovers.takeUpAll(await this.#services.events.open()),
    );
    // Whoever called is told of a failure; who leaves only waits.
    this.#recovering = recovering.catch(() => {});
    return recovering;
  }

  /**
   * Takes up one execution that nobody drives, with those that wait for it and that it waits for. One that
   * is driven here already, or has ended, is left alone. Says whether it was taken up.
   */
  async takeUp(executionId: string): Promise<boolean> {
    if (this.#driven.has(executionId)) return false;
    await this.#concurrency.hold(async () => {
      for (const member of await findFamily(this.#services.events, executionId)) {
        await this.#takeUpOne(member.executionId);
      }
    });
    return this.#driven.has(executionId);
  }

  /** Whether the execution is moved by this engine. */
  drives(executionId: string): boolean {
    return this.#driven.has(executionId);
  }

  /** Starts an execution for a command of another one, as soon as the store takes it. */
  startChild(request: StartRequest, commandId: string): Promise<string> {
    const [executionId = ''] = commandId.split(':');
    return this.#patience.insist(executionId, () => this.start(request));
  }

  /** A child has been started for a command: it ends if the command is cancelled. */
  adopt(commandId: string, executionId: string): void {
    this.#family.adopt(commandId, executionId);
  }

  /** An id for an execution that is yet to be started. */
  nextId(): string {
    return this.#services.ids.next();
  }

  /** How many executions this engine moves, or is about to take up. */
  get openCount(): number {
    return this.#driven.size + this.#leftovers.count;
  }

  /** How many executions an earlier process has left that could not be taken up, or not yet. */
  get leftCount(): number {
    return this.#leftovers.count;
  }

  /**
   * Begins nothing more and decides nothing more; resolves when the commands under way have ended and what
   * they report is recorded. Another process goes on from there.
   */
  async drain(): Promise<void> {
    this.#isLeaving = true;
    this.#timers.close();
    await this.#recovering;
    await this.#handOut.drain();
    await this.#advancer.idle();
  }

  /** Stops what runs; what was reported before is recorded when it resolves. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#timers.close();
    this.#patience.close();
    await this.#recovering;
    await this.#handOut.close();
    await this.#advancer.idle();
  }

  async #takeUpOne(executionId: string): Promise<void> {
    if (this.#driven.has(executionId)) return;
    this.#driven.add(executionId);
    this.#leftovers.forget(executionId);
    try {
      await this.#goOn(executionId);
    } catch (error) {
      // Whoever tries again finds it as nobody's.
      this.#forget(executionId);
      throw error;
    }
  }

  async #goOn(executionId: string): Promise<void> {
    const { state, version } = await this.#advancer.load(executionId);
    if (await this.#isOrphan(state)) return this.send(executionId, ORPHANED);
    if (state.isRestoring) return this.send(executionId, INTERRUPTED_RERUN);
    const program = await this.#programs.find(state.header?.hash ?? '');
    this.#timers.watchExecution(program, state);
    this.#concurrency.restore(state);
    await recover(state, {
      dispatch: command => this.#handOut.dispatch({ command, program, state, version }),
      runsHere: command => this.#handOut.runsHere({ command, program }),
      leave: (delivered, worker) => this.#handOut.leave(delivered, worker),
      schedule: (commandId, at) => this.#timers.schedule(executionId, commandId, at),
      adopt: (commandId, child) => this.#family.adopt(commandId, child),
      stateOf: child => this.state(child),
      send: inputs => this.#patience.insist(executionId, () => this.#advancer.send(executionId, inputs)),
      hadBegun: (owner, commandId) => this.#services.begun?.hadBegun(owner, commandId),
    });
  }

  /** The process may have died between the end of what waited for a child and the end of the child. */
  async #isOrphan({ header }: State): Promise<boolean> {
    if (!header?.parent) return false;
    const { executionId, commandId } = header.parent;
    const parent = await this.state(executionId);
    if (!parent.header) return false;
    return isTerminal(parent) || !openWork(parent).some(({ command }) => command.commandId === commandId);
  }

  /** A child may have ended in an earlier process before it was recorded that somebody waits for it. */
  #wakeIfOver(waitsFor: ParkedOn): void {
    if (waitsFor.kind !== 'child' || this.#driven.has(waitsFor.executionId)) return;
    this.state(waitsFor.executionId)
      .then(child => {
        const report = isTerminal(child) ? childReport(child) : undefined;
        return report && this.#report(report.parent, [report.input]);
      })
      .catch((error: unknown) => this.#services.onTrouble(waitsFor.executionId, error));
  }

  #keep({ playbook, text, source }: Pick<StartRequest, 'playbook' | 'text' | 'source'>): Promise<void> {
    return this.#programs.keep(playbook.hash, { text, source });
  }

  /** After a turn is durable: work is handed out, timers are set, parents and watchers are told. */
  #publish(turn: TurnTaken): void {
    const { executionId, program, state, version, events } = turn;
    for (const commandId of turn.cancelled) this.#handOut.cancel(commandId);
    for (const command of turn.commands) this.#handOut.dispatch({ command, program, state, version });
    if (state.fatal.length > 0) {
      const dropped = this.#handOut.drop(executionId);
      if (dropped.length > 0)
        this.#report(
          executionId,
          dropped.map(commandId => ({ kind: 'lease_lost', commandId, begun: false }) as const),
        );
    }
    this.#timers.follow(program, state, events);
    this.#family.follow(state, events, turn.cancelled);
    for (const event of events) if (event.type === 'command.parked') this.#wakeIfOver(event.waitsFor);
    this.#concurrency.follow(state, events);
    if (isTerminal(state)) this.#forget(executionId);
    this.#tellEnd(executionId, state);
    for (const watcher of this.#watchers) watcher(turn);
  }

  #forget(executionId: string): void {
    this.#driven.delete(executionId);
    this.#sources.delete(executionId);
    this.#leftovers.forget(executionId);
  }
}
