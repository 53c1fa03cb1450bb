import { createServer, type Server } from 'node:net';
import type { CredentialStore } from '../ports/credential-store.ts';
import { isStoreFailure } from '../ports/store-failure.ts';
import { makeAddress, protectAddress, removeAddress } from './address.ts';
import type { HeldCatalog } from './catalog-order.ts';
import { ControlError } from './control-error.ts';
import type { ControlledEngine } from './controlled-engine.ts';
import { Guests } from './guests.ts';
import { LIMITS, type Limits } from './limits.ts';
import { serve } from './serve.ts';
import type { WorkerHost } from './serve-worker.ts';
import type { WrittenStores } from './serve-writes.ts';
import { Session } from './session.ts';
import { AllShipments } from './shipments.ts';

/** What others may store in the directory, and remove. */
export interface SharedStores extends Partial<WrittenStores> {
  /** Commands that others may run. */
  readonly work?: WorkerHost;
  readonly catalog?: HeldCatalog;
  readonly credentials?: CredentialStore;
}

/**
 * Lets other processes give work to the one that holds a data directory. Opened and closed while the lock
 * is held. It keeps no process alive and never makes the holder fail.
 */
export class Listener {
  readonly guests: Guests;
  readonly #directory: string;
  readonly #engine: ControlledEngine;
  readonly #limits: Limits;
  readonly #shared: SharedStores;
  readonly #sessions = new Set<Session>();
  readonly #shipments: AllShipments;
  readonly #server: Server;
  readonly #stopWatching: () => void;
  #isLeaving = false;

  private constructor(directory: string, engine: ControlledEngine, limits: Limits, shared: SharedStores) {
    this.#directory = directory;
    this.#engine = engine;
    this.#limits = limits;
    this.#shared = shared;
    this.#shipments = new AllShipments(limits);
    this.guests = new Guests(engine);
    this.#stopWatching = engine.watch(turn => {
      for (const session of this.#sessions) session.follow(turn);
    });
    this.#server = this.#makeServer();
  }

  /** Rejects if the file system has no room for a socket: the holder works on, but nobody reaches it. */
  static async open(
    directory: string,
    engine: ControlledEngine,
    { limits = LIMITS, ...shared }: { limits?: Limits } & SharedStores = {},
  ): Promise<Listener> {
    const listener = new Listener(directory, engine, limits, shared);
    try {
      await listener.#listen(makeAddress(directory));
    } catch (error) {
      listener.end();
      throw error;
    }
    return listener;
  }

  /** Takes nobody and nothing more; those who are connected still hear of turns. */
  leave(): void {
    this.#isLeaving = true;
    this.#shipments.abandon();
    if (this.#server.listening) this.#server.close();
    removeAddress(this.#directory);
  }

  /** Ends the connections: whoever has an execution here looks for another holder, or becomes one. */
  end(): void {
    this.#stopWatching();
    this.guests.close();
    for (const session of this.#sessions) session.end();
  }

  #listen(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(address, () => {
        this.#server.off('error', reject);
        protectAddress(address);
        resolve();
      });
      this.#server.unref();
    });
  }

  #makeServer(): Server {
    const server = createServer(socket => {
      // A connection waits for its client, the holder does not wait for it.
      socket.unref();
      const session = new Session(socket, this.#serve, this.#limits);
      this.#sessions.add(session);
      socket.on('close', () => this.#sessions.delete(session));
    });
    server.maxConnections = this.#limits.connections;
    return server;
  }

  #serve: ConstructorParameters<typeof Session>[1] = async (request, visit) => {
    if (this.#isLeaving) throw leaving();
    const { catalog, credentials, work, ...written } = this.#shared;
    const given = { engine: this.#engine, guests: this.guests, shipments: this.#shipments };
    return serve({ ...given, catalog, credentials, work, written }, request, visit).catch(
      (error: unknown) => {
        // A store that closes under a request does so because the process ends: the next holder can be asked.
        throw this.#isLeaving && isStoreFailure(error) && error.code === 'store_closed'
          ? leaving(error)
          : error;
      },
    );
  };
}

const leaving = (cause?: unknown): ControlError =>
  new ControlError('control_leaving', 'the process is ending', { cause });
