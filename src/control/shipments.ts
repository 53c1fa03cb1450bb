import { randomUUID } from 'node:crypto';
import type { ResultStore } from '../ports/result-store.ts';
import { ControlError } from './control-error.ts';
import { IncomingBody } from './incoming-body.ts';
import type { Limits } from './limits.ts';
import { refuse } from './read-message.ts';
import { shipmentLost } from './shipment-lost.ts';
import type { Visit } from './visit.ts';

/**
 * What one connection sends piece by piece and has not finished. Names are never given twice: whoever comes back
 * by another connection, or to another holder, learns that what it began is lost.
 */
export class Shipments {
  readonly #limits: Limits;
  readonly #bodies = new Map<string, IncomingBody>();
  readonly #values = new Map<string, string[]>();
  /** Of all values together. */
  #length = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  beginBody(results: Pick<ResultStore, 'write'>, executionId: string, name: string): string {
    this.#mustHaveRoom();
    const handle = randomUUID();
    this.#bodies.set(handle, new IncomingBody(results, executionId, name));
    return handle;
  }

  body(handle: string): IncomingBody {
    return this.#bodies.get(handle) ?? lost('body');
  }

  forgetBody(handle: string): void {
    this.#bodies.delete(handle);
  }

  /** It is complete, or nobody wants it any more. */
  takeBody(handle: string): IncomingBody {
    const body = this.body(handle);
    this.#bodies.delete(handle);
    return body;
  }

  beginValue(): string {
    this.#mustHaveRoom();
    const handle = randomUUID();
    this.#values.set(handle, []);
    return handle;
  }

  addToValue(handle: string, text: string): void {
    const pieces = this.#values.get(handle) ?? lost('value');
    this.#length += text.length;
    pieces.push(text);
    if (this.#length <= this.#limits.valueLength) return;
    this.takeValue(handle);
    throw new ControlError(
      'control_too_large',
      `a value has more than ${this.#limits.valueLength} characters, which is all that can be handed to the process ` +
        'that holds the data directory: pass large data by reference, as a file, a table or an object',
    );
  }

  takeValue(handle: string): string {
    const text = (this.#values.get(handle) ?? lost('value')).join('');
    this.#values.delete(handle);
    this.#length -= text.length;
    return text;
  }

  abandon(): void {
    for (const body of this.#bodies.values()) void body.abandon();
    this.#bodies.clear();
    this.#values.clear();
    this.#length = 0;
  }

  #mustHaveRoom(): void {
    const { shipments } = this.#limits;
    if (this.#bodies.size + this.#values.size >= shipments)
      refuse(`no more than ${shipments} bodies and values can be on their way at a time`);
  }
}

/** Those of all connections. */
export class AllShipments {
  readonly #limits: Limits;
  readonly #ofVisit = new Map<Visit, Shipments>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  of(visit: Visit): Shipments {
    const known = this.#ofVisit.get(visit);
    if (known) return known;
    const begun = new Shipments(this.#limits);
    this.#ofVisit.set(visit, begun);
    visit.onLeave(() => {
      this.#ofVisit.delete(visit);
      begun.abandon();
    });
    return begun;
  }

  /** When nothing more is taken: what is not complete now never will be. */
  abandon(): void {
    for (const shipments of this.#ofVisit.values()) shipments.abandon();
  }
}

function lost(what: 'body' | 'value'): never {
  throw shipmentLost(what);
}
