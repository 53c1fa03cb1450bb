import type { PlainMapping } from '../common/plain-value.ts';

/** The connection of one client, as those see it who do what it asks. */
export interface Visit {
  /** Says something that was not asked for. Whoever is gone does not hear it. */
  tell(notice: PlainMapping): void;
  /** Called once when the connection is over, whoever ended it. */
  onLeave(then: () => void): void;
}
