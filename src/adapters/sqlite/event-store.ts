import { countEvents } from '../../core/codec/count-events.ts';
import type {
  CountFilter,
  EventFilter,
  EventStore,
  ExecutionCounts,
  ExecutionFilter,
  ExecutionSummary,
  ReadRange,
  SpanTally,
  TallyRange,
  Turn,
  TurnOfRow,
} from '../../ports/event-store.ts';
import { parseId, requireId } from '../common/execution-id.ts';
import { closedError } from '../common/store-error.ts';
import { BLANK, type SummaryChange, summaryChange } from '../common/summary-change.ts';
import {
  type KindCount,
  kindsOf,
  rowsIn,
  rowsOf,
  spansOf,
  traitsOf,
  writeKinds,
} from '../common/turn-kinds.ts';
import { findTurnOfRow } from '../common/turn-of-row.ts';
import { missingTurn, readEvents, type TurnText, writeEvents } from '../common/turn-text.ts';
import { columnText } from './column-text.ts';
import { type Connection, toId, toNumber, toText } from './connection.ts';
import { ExecutionList } from './execution-list.ts';
import type { Writer } from './group-commit.ts';
import { insertResult, ResultReader } from './result-table.ts';
import * as sql from './sql/event-log.ts';
import type { Run } from './writer-connection.ts';

/** The log in SQLite: one row per turn, turns of many executions in one commit. */
export class SqliteEventStore implements EventStore {
  readonly #writer: Writer;
  readonly #executions: ExecutionList;
  readonly #readTurns;
  readonly #lastTurn;
  readonly #rowsAfter;
  readonly #readKinds;
  readonly #results: ResultReader;
  #isOpen = true;

  /** Reads by `connection`, writes by `writer`; what is too large for a row stands among the results. */
  constructor(connection: Connection, writer: Writer) {
    this.#writer = writer;
    this.#results = new ResultReader(connection);
    this.#executions = new ExecutionList(connection);
    this.#readTurns = connection.prepare(sql.READ_TURNS);
    this.#lastTurn = connection.prepare(sql.LAST_TURN);
    this.#rowsAfter = connection.prepare(sql.ROWS_AFTER);
    this.#readKinds = connection.prepare(sql.READ_KINDS);
  }

  async append(turn: Turn): Promise<'appended' | 'conflict'> {
    this.#mustBeOpen();
    const id = requireId(turn.executionId);
    const written = writeEvents(turn);
    const change = summaryChange(turn);
    const bytes = written.apart.reduce((sum, { ref }) => sum + ref.bytes, written.text.length);
    return this.#writer.submit(run => {
      if (!insertTurn(run, id, turn, written)) return 'conflict';
      for (const stored of written.apart) insertResult(run, id, stored);
      keepSummary(run, id, turn, change);
      return 'appended';
    }, bytes);
  }

  async read(executionId: string, fromVersion = 1, range: ReadRange = {}): Promise<readonly Turn[]> {
    this.#mustBeOpen();
    const id = parseId(executionId);
    if (id === undefined) return [];
    const first = Math.max(fromVersion, 1);
    const { upTo = Number.MAX_SAFE_INTEGER, limit = -1 } = range;
    return this.#readTurns.all(id, first, upTo, limit).map(([version, at, events, form], index) => {
      if (toNumber(version) !== first + index) throw missingTurn(executionId, first + index);
      return {
        executionId,
        version: first + index,
        at: toNumber(at),
        events: readEvents(executionId, first + index, toText(events), toNumber(form), uri =>
          this.#results.get(uri),
        ),
      };
    });
  }

  async summary(executionId: string): Promise<ExecutionSummary | undefined> {
    this.#mustBeOpen();
    const id = parseId(executionId);
    return id === undefined ? undefined : this.#executions.find(id);
  }

  async turnOfRow(executionId: string, row: number): Promise<TurnOfRow | undefined> {
    this.#mustBeOpen();
    const id = parseId(executionId);
    if (id === undefined) return undefined;
    return findTurnOfRow(row, this.#lastVersion(id), version =>
      toNumber(this.#rowsAfter.get(id, version)?.[0] ?? 0),
    );
  }

  async tally(executionId: string, filter: EventFilter, range: TallyRange): Promise<readonly SpanTally[]> {
    this.#mustBeOpen();
    const id = parseId(executionId);
    const spans = spansOf({ ...range, to: Math.min(range.to, this.#lastVersion(id)) });
    const [first] = spans;
    if (id === undefined || !first) return [];
    // Numbers would arrive as REAL, and be divided as such.
    const found = this.#readKinds.all(
      id,
      BigInt(first.from),
      range.to,
      BigInt(range.span),
      ...traitsOf(filter),
    );
    const tallies: SpanTally[] = [];
    for (const [index, text, unknown, lastUnknown] of found) {
      const span = spans[toNumber(index)];
      if (!span) continue;
      const known = rowsIn(toText(text), filter);
      // What turns have is noted from one of them on, so the others stand at the beginning.
      const others = { from: span.from, to: toNumber(lastUnknown) };
      if (toNumber(unknown) === 0) tallies.push({ ...span, rows: known });
      else if (toNumber(unknown) === others.to - others.from + 1)
        tallies.push({ ...span, rows: known + rowsOf(await this.#kindsOf(executionId, others), filter) });
      else tallies.push({ ...span, rows: rowsOf(await this.#kindsOf(executionId, span), filter) });
    }
    return tallies.filter(({ rows }) => rows > 0);
  }

  async list(filter: ExecutionFilter = {}): Promise<readonly ExecutionSummary[]> {
    this.#mustBeOpen();
    return this.#executions.list(filter);
  }

  async count(filter: CountFilter = {}): Promise<ExecutionCounts> {
    this.#mustBeOpen();
    return this.#executions.count(filter);
  }

  async open(): Promise<readonly string[]> {
    this.#mustBeOpen();
    return this.#executions.open();
  }

  /** The id of the first event of the turn that was written last. */
  lastEventId(): string | undefined {
    const [id] = this.#lastTurn.get() ?? [];
    return id === undefined || id === null ? undefined : toId(id);
  }

  /** Waits for nothing: the writer and the connection belong to whoever opened them. */
  async close(): Promise<void> {
    this.#isOpen = false;
  }

  /** Of turns that were written when that was not noted. */
  async #kindsOf(
    executionId: string,
    { from, to }: Pick<SpanTally, 'from' | 'to'>,
  ): Promise<readonly KindCount[]> {
    return (await this.read(executionId, from, { upTo: to })).flatMap(({ events }) => kindsOf(events));
  }

  #lastVersion(id: bigint | undefined): number {
    return (id === undefined ? undefined : this.#executions.find(id)?.version) ?? 0;
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw closedError('the event store');
  }
}

/** Turns of an execution that are read where something is looked for: noting what they have costs more for most. */
const UNNOTED_TURNS = 500;

function insertTurn(run: Run, id: bigint, { version, at, events }: Turn, written: TurnText): boolean {
  const first = events[0] === undefined ? null : (parseId(events[0].id) ?? null);
  const count = events.length;
  const rows = countEvents(events);
  const kinds = version > UNNOTED_TURNS ? writeKinds(events) : null;
  return run(sql.APPEND_TURN, id, version, first, count, at, written.text, written.form, rows, kinds) === 1;
}

function keepSummary(run: Run, id: bigint, { version, at }: Turn, change: SummaryChange | undefined): void {
  if (version > 1 && !change) return;
  const known = version > 1 ? change : { ...BLANK, startedAt: at, ...change };
  run(
    version > 1 ? sql.UPDATE_SUMMARY : sql.INSERT_SUMMARY,
    id,
    known?.path === undefined ? null : columnText.write(known.path),
    known?.hash ?? null,
    known?.status ?? null,
    known?.startedAt ?? null,
    known?.endedAt ?? null,
    idOrNull(known?.parentExecutionId),
    idOrNull(known?.rerunOf),
    known?.catalogId === undefined ? null : columnText.write(known.catalogId),
  );
}

const idOrNull = (id: string | undefined): bigint | null => (id === undefined ? null : (parseId(id) ?? null));
