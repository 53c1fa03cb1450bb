import type { Socket } from 'node:net';
import { parseExactJson, writeExactJson } from '../common/exact-json.ts';
import { isMapping, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { VERSION } from '../common/version.ts';
import { isTerminal } from '../core/fold/fold.ts';
import type { TurnTaken } from '../ports/turn-watcher.ts';
import { isCatalogOrder } from './catalog-order.ts';
import { isCredentialOrder } from './credential-order.ts';
import type { Limits } from './limits.ts';
import { LineReader } from './line-reader.ts';
import { PROTOCOL, type Request, readRequest } from './protocol.ts';
import { tellFailure } from './told-failure.ts';
import type { Visit } from './visit.ts';
import { isWorkerOrder } from './worker-order.ts';
import { isWriteOrder } from './write-order.ts';

/** Carries out a request of a client; what it gives is the answer. */
export type Serve = (request: Request, visit: Visit) => Promise<PlainValue>;

/**
 * One client of the holder: unknown until it said hello, then asking and being told, until either side
 * leaves. Whatever it sends, only its own connection suffers.
 */
export class Session {
  readonly #socket: Socket;
  readonly #serve: Serve;
  readonly #limits: Limits;
  readonly #lines: LineReader;
  readonly #watched = new Set<string>();
  /** Latest version by execution, of turns the client was not told of yet: it needs to know the last one only. */
  readonly #untold = new Map<string, number>();
  readonly #patience: NodeJS.Timeout;
  readonly #visit: Visit;
  #isKnown = false;
  #underWay = 0;

  constructor(socket: Socket, serve: Serve, limits: Limits) {
    this.#socket = socket;
    this.#serve = serve;
    this.#limits = limits;
    this.#lines = new LineReader(limits.helloBytes);
    this.#patience = setTimeout(() => this.end(), limits.helloTime).unref();
    this.#visit = {
      tell: notice => this.#write(notice),
      onLeave: then => void socket.once('close', then),
    };
    socket.on('data', chunk => this.#read(chunk));
    socket.on('drain', () => this.#tell());
    socket.on('close', () => clearTimeout(this.#patience));
    // A client that vanishes is no event: `close` follows, and its executions go on.
    socket.on('error', () => this.end());
  }

  /** Passes on that there is a new turn, if the client asked for it or for an execution above it. */
  follow({ executionId, version, state }: TurnTaken): void {
    const parent = state.header?.parent?.executionId;
    if (parent !== undefined && this.#watched.has(parent)) this.#watch(executionId);
    if (!this.#watched.has(executionId)) return;
    this.#untold.set(executionId, version);
    if (isTerminal(state)) this.#watched.delete(executionId);
    this.#tell();
  }

  end(): void {
    this.#socket.destroy();
  }

  #watch(executionId: string): void {
    if (this.#watched.size < this.#limits.watched) this.#watched.add(executionId);
  }

  #read(chunk: Buffer): void {
    try {
      for (const line of this.#lines.push(chunk)) this.#take(parseExactJson(line));
    } catch {
      // Not our protocol, or too long for it: nothing that follows could be understood.
      this.end();
    }
  }

  #take(message: PlainValue): void {
    if (!isMapping(message)) return this.end();
    if (!this.#isKnown) return this.#greet(message);
    if (typeof message.id !== 'number' || this.#underWay >= this.#limits.requestsUnderWay) return this.end();
    void this.#answer(message.id, message);
  }

  #greet({ hello, protocol }: PlainMapping): void {
    if (hello !== 'noetl') return this.end();
    clearTimeout(this.#patience);
    this.#write({ welcome: 'noetl', protocol: PROTOCOL, version: VERSION, pid: process.pid });
    if (protocol !== PROTOCOL) return void this.#socket.end();
    this.#isKnown = true;
    this.#lines.limit = this.#limits.messageBytes;
  }

  async #answer(id: number, message: PlainMapping): Promise<void> {
    this.#underWay++;
    try {
      const request = readRequest(message);
      const value = await this.#serve(request, this.#visit);
      this.#watchWhat(request, value);
      this.#write({ id, ok: value });
    } catch (error) {
      this.#write({ id, error: tellFailure(error) });
    } finally {
      this.#underWay--;
    }
  }

  #watchWhat(request: Request, answer: PlainValue): void {
    if (request.do === 'new_id' || request.do === 'send') return;
    if (request.do === 'call' || isWorkerOrder(request)) return;
    if (isWriteOrder(request) || isCredentialOrder(request) || isCatalogOrder(request)) return;
    this.#watch(request.do === 'rerun' ? String(answer) : request.executionId);
  }

  #tell(): void {
    for (const [turn, version] of this.#untold) {
      if (this.#socket.writableNeedDrain) return;
      this.#untold.delete(turn);
      this.#write({ turn, version });
    }
  }

  #write(message: PlainMapping): void {
    if (this.#socket.destroyed) return;
    // One message may be large; a client that lets them pile up does not read.
    if (this.#socket.writableLength > this.#limits.unreadBytes) return this.end();
    this.#socket.write(`${writeExactJson(message)}\n`);
  }
}
