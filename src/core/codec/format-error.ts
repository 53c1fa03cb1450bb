/** An event that cannot be read, with the place where reading stopped. */
export class EventFormatError extends Error {
  override readonly name = 'EventFormatError';
  /** Stable, for programs. */
  readonly code = 'event_format';
  /** Position in the log or batch, from 0. */
  readonly index: number;
  /** As written, if it got that far. */
  readonly eventType: string | undefined;
  /** Dotted path of the field, empty for the event as a whole. */
  readonly field: string;

  constructor(place: { index: number; eventType: string | undefined }, field: string, problem: string) {
    const which = place.eventType === undefined ? '' : ` (${place.eventType})`;
    super(`event ${place.index}${which}: ${field === '' ? '' : `${field} `}${problem}`);
    this.index = place.index;
    this.eventType = place.eventType;
    this.field = field;
  }
}

/** Thrown by readers of parts, which do not know the event they belong to. */
export class FieldError extends Error {
  readonly field: string;
  readonly problem: string;

  constructor(field: string, problem: string) {
    super(`${field} ${problem}`);
    this.field = field;
    this.problem = problem;
  }
}

/** Runs a reader and says of its error which event it was. */
export function inEvent<T>(place: { index: number; eventType: string | undefined }, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldError) throw new EventFormatError(place, error.field, error.problem);
    throw error;
  }
}
