import { randomBytes } from 'node:crypto';
import { openCallbackTokens } from '../adapters/crypto/callback-tokens.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { EMPTY_MAPPING, isMapping, type PlainValue } from '../common/plain-value.ts';
import { findAddress } from '../control/address.ts';
import { ControlClient } from '../control/control-client.ts';
import { ControlError } from '../control/control-error.ts';
import { HolderLink } from '../control/holder-link.ts';
import { storesThrough } from '../control/stores/stores-through.ts';
import type { ShippedLease } from '../control/worker-order.ts';
import { HandOut } from '../engine/hand-out.ts';
import { LoopItems } from '../engine/loop-items.ts';
import { Programs } from '../engine/programs.ts';
import { StatesAt } from '../engine/states-at.ts';
import { WORKER_PREFIX } from '../ports/leases.ts';
import { CLEAN_UP_GRACE } from '../ports/tool.ts';
import type { LogOptions } from '../server/logging/logger.ts';
import { LeaseTaker } from '../worker/lease-taker.ts';
import { Worker } from '../worker/worker.ts';
import { HeldCalls } from './held-calls.ts';
import { lostIn, officeAt } from './holder-office.ts';
import { logWorker } from './log-worker.ts';
import { openWhenMade } from './open-when-made.ts';
import { makeWorkerServices, type WorkerGround } from './worker-services.ts';

export interface WorkerProcessOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pools: readonly string[];
  /** Commands at a time. */
  readonly slots: number;
  /** For people; a few letters are added that tell this process from others. */
  readonly name: string;
  readonly log: LogOptions;
  /** Resolves when it is wanted no more, though nobody has made the directory yet. */
  readonly stop: Promise<void>;
  /** May replace tools or listen to them. */
  readonly wrapTools?: WorkerGround['wrapTools'];
}

/** A process that runs commands for the one that holds a data directory. */
export interface WorkerProcess {
  readonly name: string;
  /**
   * Takes nothing more, lets what runs end, and leaves. When `now` resolves, what still runs is stopped, and others
   * are given it at once.
   */
  close(now: Promise<void>): Promise<void>;
}

/** A worker says four times in its lease that it lives: one message may be late, or two. */
const BEATS_PER_LEASE = 4;
/** Milliseconds for which a worker that ends waits for an answer. */
const ANSWER_TIME = 3_000;

/**
 * A worker for whoever holds the directory, once there is one; undefined: it was stopped before.
 *
 * Reads the stores of the directory, and has the holder write: a worker that hangs is in nobody's way. It outlives
 * holders: what it has is its own until the next one has not heard of it for too long.
 */
export async function openWorker(options: WorkerProcessOptions): Promise<WorkerProcess | undefined> {
  const { dataDir, env, pools, slots } = options;
  const log = logWorker(options.log);
  const reading = await openWhenMade({ dataDir, env, onWait: why => log.lost(why), stop: options.stop });
  if (!reading) return undefined;
  const name = `${WORKER_PREFIX}${options.name}-${randomBytes(3).toString('hex')}`;
  let publicUrl: string | undefined;
  const link: HolderLink = new HolderLink({
    connect: () => ControlClient.connect(findAddress(dataDir)),
    greet: async client => {
      client.onStop = commandId => taker.stop(commandId);
      const { running, isLeaving } = taker;
      const joining = { worker: name, pools: isLeaving ? [] : pools, slots, pid: process.pid, running };
      const told = await client.request({ do: 'join', joining });
      const lost = lostIn(told);
      taker.lose(lost);
      taker.beatEvery(numberIn(told, 'leaseTime') / BEATS_PER_LEASE);
      publicUrl = textIn(told, 'publicUrl');
      log.connected({ pid: client.holder.pid, lost: lost.length });
    },
    onLost: why => log.lost(why),
  });
  const stores = { ...reading, ...storesThrough(reading, order => link.ask(order)) };
  const calls = new HeldCalls(reading, link);
  const services = makeWorkerServices({
    stores,
    clock: systemClock,
    env,
    baseDir: process.cwd(),
    caller: () => calls,
    callbacks: { tokens: openCallbackTokens(dataDir), baseUrl: () => publicUrl, isAwaited: true },
    wrapTools: options.wrapTools,
  });
  const programs = new Programs(reading.playbooks);
  const states = new StatesAt(reading.events, reading.snapshots);
  const worker = new Worker(services, { concurrency: slots, report: (...told) => taker.report(...told) });
  const hands = new HandOut({ own: worker }, new LoopItems(stores.results), (...told) =>
    taker.report(...told),
  );
  const taker = new LeaseTaker<ShippedLease>({
    office: officeAt(link, name, stores.logs),
    clock: systemClock,
    slots,
    prepare: async lease => {
      const { command, version, hash, source } = lease;
      calls.remember(command.executionId, source);
      const [program, state] = await Promise.all([
        programs.find(hash),
        states.find(command.executionId, version),
      ]);
      const { args = EMPTY_MAPPING } = state.steps.get(command.step)?.active ?? {};
      return () => {
        log.runs(lease);
        // Its start is on record: that is how a retry is claimed.
        hands.dispatch({ command: { ...command, args, availableAt: undefined }, program, state, version });
      };
    },
    cancel: commandId => hands.cancel(commandId),
    onTrouble: error => {
      if (error instanceof ControlError && error.code === 'control_unknown_worker') link.greetAgain();
      else log.trouble(error);
    },
  });
  void taker.work();
  return {
    name,
    close: async now => {
      log.stopping(taker.running.length);
      await Promise.race([taker.drain(), now]);
      const stopped = worker.close();
      // What runs may wait for a holder that is not there, or hangs, and would not end before the link does.
      await Promise.race([stopped, link.gone, later(CLEAN_UP_GRACE + ANSWER_TIME)]);
      const begun = taker.close();
      await link.askOnce({ do: 'leave', worker: name, begun }, ANSWER_TIME).catch(log.trouble);
      await link.close();
      await stopped;
      await services.tools.close();
      await reading.close();
      log.stopped();
    },
  };
}

/** Keeps nobody alive: whoever has not waited for it has ended. */
const later = (milliseconds: number): Promise<void> =>
  new Promise(resolve => void setTimeout(resolve, milliseconds).unref());

function numberIn(answer: PlainValue, key: string): number {
  const value = isMapping(answer) ? answer[key] : undefined;
  if (typeof value === 'number') return value;
  throw new ControlError('control_failed', `the holder's answer has no \`${key}\``);
}

function textIn(answer: PlainValue, key: string): string | undefined {
  const value = isMapping(answer) ? answer[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}
