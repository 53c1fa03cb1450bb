/** What every event has. */
export interface Head {
  /** Decimal digits, unique, given by the shell and never recomputed. */
  readonly id: string;
  /** Milliseconds since 1970, UTC. Shown to people; no decision compares it. */
  readonly at: number;
}
