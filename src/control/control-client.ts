import { connect, type Socket } from 'node:net';
import { parseExactJson, writeExactJson } from '../common/exact-json.ts';
import { isMapping, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { VERSION } from '../common/version.ts';
import { ControlError, HolderLost } from './control-error.ts';
import { LIMITS, type Limits } from './limits.ts';
import { LineReader } from './line-reader.ts';
import { PROTOCOL, type Request, writeRequest } from './protocol.ts';
import { hearFailure } from './told-failure.ts';

export interface Holder {
  readonly pid: number;
  /** Of its program. */
  readonly version: string;
}

interface Waiting {
  resolve(value: PlainValue): void;
  reject(error: Error): void;
}

/** A connection to the process that holds a data directory. */
export class ControlClient {
  readonly holder: Holder;
  /** Resolves when the connection is over, whoever ended it. */
  readonly closed: Promise<void>;
  /** Called when an execution that is watched has a new version. */
  onTurn: (executionId: string, version: number) => void = () => {};
  /** Called when a command that this process has must not run on. */
  onStop: (commandId: string) => void = () => {};
  readonly #socket: Socket;
  readonly #limits: Limits;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  private constructor(socket: Socket, holder: Holder, lines: LineReader, limits: Limits) {
    this.#socket = socket;
    this.#limits = limits;
    this.holder = holder;
    this.closed = new Promise(resolve => socket.on('close', () => resolve(this.#lose())));
    socket.on('data', chunk => this.#read(lines, chunk));
  }

  /** Throws `HolderLost` if nobody listens there, `control_holder_silent` if nobody answers. */
  static async connect(address: string, limits = LIMITS): Promise<ControlClient> {
    const socket = connect(address);
    const lines = new LineReader(limits.messageBytes);
    // Errors end the connection, which says it all; without a listener they would end the process.
    socket.on('error', () => {});
    socket.write(`${writeExactJson({ hello: 'noetl', protocol: PROTOCOL, version: VERSION })}\n`);
    const holder = await welcome(socket, lines, limits.helloTime).catch((error: unknown) => {
      socket.destroy();
      throw error;
    });
    return new ControlClient(socket, holder, lines, limits);
  }

  /** Throws what the holder says is wrong, or `HolderLost` if it is gone before it has answered. */
  request(request: Request): Promise<PlainValue> {
    const id = ++this.#lastId;
    const text = `${writeExactJson({ id, ...writeRequest(request) })}\n`;
    const size = Buffer.byteLength(text);
    if (size > this.#limits.messageBytes) return Promise.reject(tooLarge(size, this.#limits.messageBytes));
    if (this.#socket.destroyed) return Promise.reject(new HolderLost('the connection is closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(text);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(lines: LineReader, chunk: Buffer): void {
    try {
      for (const line of lines.push(chunk)) this.#take(parseExactJson(line));
    } catch {
      // What is not our protocol is no holder of ours; the requests under way learn that it is lost.
      this.close();
    }
  }

  #take(message: PlainValue): void {
    if (!isMapping(message)) return this.close();
    const { turn, version, id, stop } = message;
    if (typeof stop === 'string') return this.onStop(stop);
    if (typeof turn === 'string' && typeof version === 'number') return this.onTurn(turn, version);
    if (typeof id === 'number') this.#settle(id, message);
  }

  #settle(id: number, { ok, error }: PlainMapping): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!isMapping(error)) return waiting?.resolve(ok ?? null);
    const heard = hearFailure(error);
    waiting?.reject(heard.code === 'control_leaving' ? new HolderLost(heard.message) : heard);
  }

  #lose(): void {
    for (const { reject } of this.#waiting.values()) reject(new HolderLost('the holder is gone', true));
    this.#waiting.clear();
  }
}

function welcome(socket: Socket, lines: LineReader, patience: number): Promise<Holder> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(silent())), patience);
    const read = (chunk: Buffer) => {
      try {
        // The holder says nothing more before it is asked.
        for (const line of lines.push(chunk)) settle(() => resolve(readWelcome(line)));
      } catch (error) {
        settle(() => reject(error instanceof ControlError ? error : silent(error)));
      }
    };
    const lost = () => settle(() => reject(new HolderLost('nobody listens')));
    const settle = (how: () => void) => {
      clearTimeout(timer);
      socket.off('data', read);
      socket.off('close', lost);
      how();
    };
    socket.on('data', read);
    socket.on('close', lost);
  });
}

function readWelcome(line: string): Holder {
  const message = parseExactJson(line);
  const { welcome: who, protocol, version, pid } = isMapping(message) ? message : {};
  if (who !== 'noetl' || typeof pid !== 'number' || typeof version !== 'string') throw silent();
  if (protocol === PROTOCOL) return { pid, version };
  throw new ControlError(
    'control_version_differs',
    `process ${pid} holds the data directory with noetl ${version}, which this noetl ${VERSION} cannot talk ` +
      'to. Wait for it to end, or choose another directory with --data-dir',
  );
}

const silent = (cause?: unknown): ControlError =>
  new ControlError('control_holder_silent', 'the process that holds the data directory does not answer', {
    cause,
  });

const tooLarge = (size: number, limit: number): ControlError =>
  new ControlError(
    'control_too_large',
    `what is to be done, with its data, is ${size} bytes, and ${limit} can be handed to the process that holds the ` +
      'data directory. Wait for it to end, or choose another directory with --data-dir',
  );
