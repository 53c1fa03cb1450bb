import type { PlainMapping } from '../../common/plain-value.ts';
import type { Result } from '../result.ts';
import type { Head } from './head.ts';

/** Something that somebody outside told the execution. */
export type Received = EventReceived | ReportReceived;

/** In the sender's own words (`customer.created`): it changes nothing. */
export interface EventReceived extends FromOutside {
  readonly type: 'event.received';
}

/** In the engine's words: what follows from it stands behind it. */
export interface ReportReceived extends FromOutside {
  readonly type: 'report.received';
}

interface FromOutside extends Head {
  /** As its sender calls it. */
  readonly name: string;
  /** What it is known by, of its sender or made up for it. */
  readonly key: string;
  /** Whether its sender may tell it again under this key: it counts once. */
  readonly once: boolean;
  readonly step: string | undefined;
  readonly commandId: string | undefined;
  readonly worker: string | undefined;
  /** In the words of the API, as it was sent or as its name says. */
  readonly status: string;
  readonly meta: PlainMapping;
  /** What came with it; of a report, what follows from it has that. */
  readonly result: Result;
  /** Why it changes nothing though it should: it came too late. */
  readonly late: string | undefined;
}
