import type { Recorded } from '../../compose/read.ts';
import { canonicalName } from '../../core/codec/event-names.ts';
import type { Event } from '../../core/event.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { EventPrinter } from '../inspect/event-printer.ts';
import { hasEnded, keepLooking } from '../inspect/follow-up.ts';
import { findMoment } from '../inspect/moment.ts';
import type { InspectOptions } from '../inspect/output.ts';
import { resolveExecution } from '../inspect/resolve-execution.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { WrongRequest } from '../inspect/wrong-request.ts';

export interface EventsOptions extends InspectOptions {
  readonly step?: string;
  readonly type?: string;
  /** The event after which to begin. */
  readonly since?: string;
  readonly names: 'current' | 'legacy';
  readonly follow?: boolean;
}

/** `noetl events ID`: the log of an execution, a line per event. */
export function eventsCommand(id: string, options: EventsOptions, cli: Cli): Promise<ExitCode> {
  return withRecorded(options, cli, async recorded => {
    const summary = await resolveExecution(recorded, id);
    const printer = new EventPrinter(cli.console, options.output, options.names, summary.executionId);
    const wanted = chooser(options);
    const log = new LogReader(recorded, summary, await skipUntil(recorded, summary, options.since));
    const printNew = async () => {
      printer.print(await log.next(), wanted);
    };
    if (!options.follow) {
      await printNew();
      return EXIT.ok;
    }
    const ended = await keepLooking(cli, async () => {
      const isOver = hasEnded(await recorded.events.summary(summary.executionId));
      await printNew();
      return isOver ? 'end' : 'more';
    });
    return ended === 'interrupted' ? EXIT.interrupted : EXIT.ok;
  });
}

/** Reads a log from where it stopped the last time. */
class LogReader {
  readonly #recorded: Recorded;
  readonly #executionId: string;
  readonly #skip: (event: Event) => boolean;
  #version = 0;

  constructor(recorded: Recorded, { executionId }: ExecutionSummary, skip: (event: Event) => boolean) {
    this.#recorded = recorded;
    this.#executionId = executionId;
    this.#skip = skip;
  }

  async next(): Promise<readonly Event[]> {
    const turns = await this.#recorded.events.read(this.#executionId, this.#version + 1);
    this.#version = turns.at(-1)?.version ?? this.#version;
    return turns.flatMap(({ events }) => events.filter(event => !this.#skip(event)));
  }
}

/** Tells the events up to the one named, that one included. */
async function skipUntil(
  recorded: Recorded,
  { executionId }: ExecutionSummary,
  since: string | undefined,
): Promise<(event: Event) => boolean> {
  if (since === undefined) return () => false;
  const { eventId } = findMoment(await recorded.events.read(executionId), since);
  let isPast = true;
  return event => {
    const wasPast = isPast;
    if (event.id === eventId) isPast = false;
    return wasPast;
  };
}

/** Names of either generation are understood, and so is the beginning of one with a star: `command.*`. */
function chooser({ step, type }: EventsOptions): (name: string, node: string | undefined) => boolean {
  const isNamed = type === undefined ? () => true : typeTest(type);
  const isAt = (node: string | undefined) =>
    step === undefined || node === step || (node?.startsWith(`${step}_iter_`) ?? false);
  return (name, node) => isNamed(name) && isAt(node);
}

function typeTest(type: string): (name: string) => boolean {
  if (type.endsWith('*')) return name => name.startsWith(type.slice(0, -1));
  const canonical = canonicalName(type);
  if (canonical === undefined) {
    throw new WrongRequest(
      `--type ${type} is no event: write its name, such as step.exit or command.failed, or the beginning with a star, such as 'command.*'`,
    );
  }
  return name => name === type || canonicalName(name) === canonical;
}
