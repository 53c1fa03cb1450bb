import {
  type CountFilter,
  type EventFilter,
  type EventStore,
  type ExecutionCounts,
  type ExecutionFilter,
  type ExecutionSummary,
  NO_EXECUTIONS,
  type ReadRange,
  type SpanTally,
  type TallyRange,
  type Turn,
  type TurnOfRow,
} from '../../ports/event-store.ts';
import { requireId } from '../common/execution-id.ts';
import { closedError } from '../common/store-error.ts';
import { readResult } from '../common/stored-result.ts';
import { summarise, summaryChange } from '../common/summary-change.ts';
import { type KindCount, kindsOf, rowsOf, spansOf } from '../common/turn-kinds.ts';
import { findTurnOfRow } from '../common/turn-of-row.ts';
import { readEvents, type TurnText, writeEvents } from '../common/turn-text.ts';
import { byStart } from './by-start.ts';

interface KeptTurn {
  readonly at: number;
  /** As text, like every other store: what is read back is never what was handed in. */
  readonly events: TurnText;
  /** Events of the execution, as they are shown, up to the end of the turn. */
  readonly rowsAfter: number;
  readonly kinds: readonly KindCount[];
}

interface KeptExecution {
  readonly id: bigint;
  readonly turns: KeptTurn[];
  summary: ExecutionSummary;
}

/** The log in the memory of this process: gone when it ends. */
export class MemoryEventStore implements EventStore {
  readonly #executions = new Map<string, KeptExecution>();
  #isOpen = true;

  async append(turn: Turn): Promise<'appended' | 'conflict'> {
    this.#mustBeOpen();
    const id = requireId(turn.executionId);
    const before = this.#executions.get(turn.executionId);
    if (turn.version !== (before?.turns.length ?? 0) + 1) return 'conflict';
    const summary = summarise(before?.summary, turn, summaryChange(turn));
    const kept = {
      at: turn.at,
      events: writeEvents(turn),
      rowsAfter: summary.events,
      kinds: kindsOf(turn.events),
    };
    if (before) {
      before.turns.push(kept);
      before.summary = summary;
    } else this.#executions.set(turn.executionId, { id, turns: [kept], summary });
    return 'appended';
  }

  async read(executionId: string, fromVersion = 1, range: ReadRange = {}): Promise<readonly Turn[]> {
    this.#mustBeOpen();
    const start = Math.max(fromVersion, 1) - 1;
    const end = Math.min(
      range.upTo ?? Number.POSITIVE_INFINITY,
      start + (range.limit ?? Number.POSITIVE_INFINITY),
    );
    const turns = this.#executions.get(executionId)?.turns.slice(start, Math.max(end, 0)) ?? [];
    return turns.map(({ at, events }, index) => {
      const version = start + index + 1;
      return { executionId, version, at, events: eventsOf(executionId, version, events) };
    });
  }

  async summary(executionId: string): Promise<ExecutionSummary | undefined> {
    this.#mustBeOpen();
    return this.#executions.get(executionId)?.summary;
  }

  async turnOfRow(executionId: string, row: number): Promise<TurnOfRow | undefined> {
    this.#mustBeOpen();
    const turns = this.#executions.get(executionId)?.turns ?? [];
    return findTurnOfRow(row, turns.length, version => turns[version - 1]?.rowsAfter ?? 0);
  }

  async tally(
    executionId: string,
    filter: EventFilter,
    { from, to, span }: TallyRange,
  ): Promise<readonly SpanTally[]> {
    this.#mustBeOpen();
    const turns = this.#executions.get(executionId)?.turns ?? [];
    return spansOf({ from, to: Math.min(to, turns.length), span })
      .map(each => ({
        ...each,
        rows: turns.slice(each.from - 1, each.to).reduce((sum, { kinds }) => sum + rowsOf(kinds, filter), 0),
      }))
      .filter(({ rows }) => rows > 0);
  }

  async list(filter: ExecutionFilter = {}): Promise<readonly ExecutionSummary[]> {
    this.#mustBeOpen();
    const { before } = filter;
    const last = before === undefined ? undefined : this.#executions.get(before);
    if (before !== undefined && !last) return [];
    return [...this.#executions.values()]
      .map(({ summary }) => summary)
      .filter(summary => !last || byStart(summary, last.summary) < 0)
      .sort((a, b) => byStart(b, a))
      .filter(({ status }) => filter.status === undefined || status === filter.status)
      .filter(({ path }) => filter.path === undefined || path === filter.path)
      .filter(({ path }) => inLowerCase(path).includes(inLowerCase(filter.pathPart ?? '')))
      .filter(({ catalogId }) => filter.catalogId === undefined || catalogId === filter.catalogId)
      .filter(({ startedAt }) => startedAt >= (filter.since ?? 0))
      .filter(({ parentExecutionId }) => filter.parent === undefined || parentExecutionId === filter.parent)
      .slice(filter.offset ?? 0, (filter.offset ?? 0) + (filter.limit ?? 100));
  }

  async count({ from = 0, to = Number.POSITIVE_INFINITY }: CountFilter = {}): Promise<ExecutionCounts> {
    this.#mustBeOpen();
    const counts = { ...NO_EXECUTIONS };
    for (const { summary } of this.#executions.values()) {
      if (summary.startedAt >= from && summary.startedAt < to) counts[summary.status] += 1;
    }
    return counts;
  }

  async open(): Promise<readonly string[]> {
    this.#mustBeOpen();
    return this.#inOrder()
      .filter(({ summary }) => summary.endedAt === undefined)
      .map(({ summary }) => summary.executionId);
  }

  /** Of all executions, oldest first. */
  summaries(): readonly ExecutionSummary[] {
    this.#mustBeOpen();
    return this.#inOrder().map(({ summary }) => summary);
  }

  has(executionId: string): boolean {
    return this.#executions.has(executionId);
  }

  remove(executionId: string): void {
    this.#executions.delete(executionId);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.#executions.clear();
  }

  #inOrder(): KeptExecution[] {
    return [...this.#executions.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw closedError('the event store');
  }
}

/** As databases do it: other letters than these stay as they are. */
const inLowerCase = (text: string): string => text.replace(/[A-Z]+/g, letters => letters.toLowerCase());

function eventsOf(executionId: string, version: number, { text, form, apart }: TurnText): Turn['events'] {
  return readEvents(executionId, version, text, form, uri => {
    const found = apart.find(({ ref }) => ref.uri === uri);
    return found && readResult(uri, found.text, found.ref.sha256);
  });
}
