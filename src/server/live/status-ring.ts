/** A change of the status of an execution. */
export interface StatusChange {
  /** Of the event that brought it. */
  readonly event_id: string;
  readonly execution_id: string;
  readonly path: string;
  readonly status: string;
  readonly at: string;
}

/** The latest changes, up to a number: those who read them slower than they come miss some, and are told. */
export class StatusRing {
  readonly #capacity: number;
  readonly #changes: StatusChange[] = [];
  /** How many came before the first that is kept. */
  #dropped = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The place after the last one. */
  get end(): number {
    return this.#dropped + this.#changes.length;
  }

  add(change: StatusChange): void {
    this.#changes.push(change);
    if (this.#changes.length <= this.#capacity * 2) return;
    this.#dropped += this.#changes.length - this.#capacity;
    this.#changes.splice(0, this.#changes.length - this.#capacity);
  }

  /** The change at a place; undefined if it is gone or has not come yet. */
  at(place: number): StatusChange | undefined {
    return this.#changes[place - this.#dropped];
  }

  /** Whether changes from this place on are still there. */
  has(place: number): boolean {
    return place >= this.#dropped;
  }

  /** The place after the change with this event id; undefined if it is not there any more. */
  after(eventId: string): number | undefined {
    const index = this.#changes.findLastIndex(change => change.event_id === eventId);
    return index === -1 ? undefined : this.#dropped + index + 1;
  }
}
