import { encodeEvent } from '../../core/codec/encode-event.ts';
import { shownName, statusOf } from '../../core/codec/row-words.ts';
import type { Event } from '../../core/event.ts';
import { type LegacyRow, legacyTrace } from '../../core/legacy-trace.ts';
import { eventSummary } from '../../core/view/event-summary.ts';
import type { Console } from '../output/console.ts';
import { cutToWidth, padToWidth } from '../output/text-width.ts';
import { visible } from '../output/visible.ts';
import { type OutputForm, printRow } from './output.ts';
import { clockText, statusPaint } from './words.ts';

/** Columns that the summary of an event may take where nobody looks at a terminal. */
const SUMMARY_WIDTH = 120;
const NAME_WIDTH = 20;
/** Of one event there may be several rows, told apart by a number behind a dot. */
const LEGACY_ID_WIDTH = 22;
const STEP_WIDTH = 16;

type Wanted = (name: string, step: string | undefined) => boolean;

/** Prints events as they come, in the words of this engine or of the first ones. */
export class EventPrinter {
  readonly #console: Console;
  readonly #form: OutputForm;
  readonly #executionId: string;
  readonly #isLegacy: boolean;
  /** The older picture of an event depends on those before it. */
  readonly #seen: Event[] = [];
  #shownRows = 0;

  constructor(console: Console, form: OutputForm, names: 'current' | 'legacy', executionId: string) {
    this.#console = console;
    this.#form = form;
    this.#isLegacy = names === 'legacy';
    this.#executionId = executionId;
  }

  print(events: readonly Event[], wanted: Wanted): void {
    if (this.#isLegacy) return this.#printLegacy(events, wanted);
    for (const event of events) {
      const step = 'step' in event ? event.step : undefined;
      if (wanted(shownName(event), step)) this.#printEvent(event, step);
    }
  }

  #printEvent(event: Event, step: string | undefined): void {
    if (this.#form === 'table') return this.#line(event, step);
    for (const row of encodeEvent(event, this.#executionId)) {
      printRow(this.#console, this.#form, row, () => '');
    }
  }

  #line(event: Event, step: string | undefined): void {
    const run = 'run' in event && event.run !== undefined && event.run > 1 ? `#${event.run}` : '';
    const node = step === undefined ? '' : `${step}${run}`;
    this.#write(event.at, event.id, shownName(event), node, statusOf(event), eventSummary(event));
  }

  #printLegacy(events: readonly Event[], wanted: Wanted): void {
    this.#seen.push(...events);
    const rows = legacyTrace(this.#seen);
    for (const row of rows.slice(this.#shownRows)) {
      if (wanted(row.event_type, row.node_name)) {
        printRow(this.#console, this.#form, row, () => '');
        if (this.#form === 'table') this.#legacyLine(row);
      }
    }
    this.#shownRows = rows.length;
  }

  #legacyLine({ event_id, event_type, node_name, status, error, attempt, created_at }: LegacyRow): void {
    const text = error ?? (attempt === undefined ? '' : `attempt ${attempt}`);
    this.#write(
      Date.parse(created_at),
      event_id.padEnd(LEGACY_ID_WIDTH),
      event_type,
      node_name ?? '',
      status,
      text,
    );
  }

  #write(at: number, id: string, name: string, node: string, status: string, text: string): void {
    const { outPaint: paint } = this.#console;
    const columns = this.#console.outColumns;
    const used = 12 + 2 + id.length + 2 + NAME_WIDTH + 2 + STEP_WIDTH + 2;
    const room = columns === undefined ? SUMMARY_WIDTH : Math.max(20, columns - used);
    const line = [
      paint.dim(clockText(at)),
      paint.dim(id),
      statusPaint(paint, status)(padToWidth(name, NAME_WIDTH)),
      padToWidth(visible(node), STEP_WIDTH),
      cutToWidth(visible(text), room),
    ].join('  ');
    this.#console.out(`${line.trimEnd()}\n`);
  }
}
