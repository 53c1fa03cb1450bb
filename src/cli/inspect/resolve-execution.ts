import type { EventStore, ExecutionSummary } from '../../ports/event-store.ts';
import { isTopLevel, walkExecutions } from './walk-executions.ts';

/** No execution, or more than one, goes by this name. The message says what to do. */
export class ExecutionNotFound extends Error {
  override readonly name = 'ExecutionNotFound';
}

interface Executions {
  readonly events: Pick<EventStore, 'list' | 'summary'>;
}

const LAST = /^last(?:~(\d{1,6}))?$/;
const DIGITS = /^\d+$/;
const FEWEST_DIGITS = 4;
const MOST_CANDIDATES = 5;

/**
 * The execution that people mean: its id, four or more digits with which one id alone begins or ends,
 * `last` for the newest execution that no other one started, `last~1` for the one before it.
 */
export async function resolveExecution(stores: Executions, text: string): Promise<ExecutionSummary> {
  const last = LAST.exec(text);
  if (last) return newest(stores, Number(last[1] ?? 0));
  if (!DIGITS.test(text)) throw notAnId(text);
  const exact = await stores.events.summary(text);
  if (exact) return exact;
  if (text.length < FEWEST_DIGITS) {
    throw new ExecutionNotFound(
      `'${text}' is too short: ${FEWEST_DIGITS} digits of the id are the fewest that name an execution`,
    );
  }
  return onlyOne(text, await matching(stores, text));
}

async function newest(stores: Executions, back: number): Promise<ExecutionSummary> {
  let left = back;
  for await (const execution of walkExecutions(stores.events)) {
    if (!isTopLevel(execution)) continue;
    if (left === 0) return execution;
    left--;
  }
  const count = back - left;
  throw new ExecutionNotFound(
    count === 0
      ? 'there are no executions here yet: `noetl run FILE` makes one'
      : `there is no last~${back}: there are ${count} executions, and the oldest of them is last~${count - 1}`,
  );
}

async function matching(stores: Executions, digits: string): Promise<ExecutionSummary[]> {
  const found: ExecutionSummary[] = [];
  for await (const execution of walkExecutions(stores.events)) {
    const { executionId: id } = execution;
    if (id.endsWith(digits) || id.startsWith(digits)) found.push(execution);
    if (found.length > MOST_CANDIDATES) break;
  }
  return found;
}

function onlyOne(digits: string, found: readonly ExecutionSummary[]): ExecutionSummary {
  const [first] = found;
  if (!first) {
    throw new ExecutionNotFound(
      `there is no execution ${digits} here; \`noetl executions\` lists what there is`,
    );
  }
  if (found.length === 1) return first;
  const shown = found.slice(0, MOST_CANDIDATES).map(({ executionId, status, path }) => {
    return `  ${executionId}  ${status.toLowerCase()}  ${path}`;
  });
  const more = found.length > MOST_CANDIDATES ? ['  …'] : [];
  throw new ExecutionNotFound(
    [`'${digits}' names several executions, write more digits:`, ...shown, ...more].join('\n'),
  );
}

const notAnId = (text: string): ExecutionNotFound =>
  new ExecutionNotFound(
    `'${text}' names no execution: write its id, ${FEWEST_DIGITS} or more digits with which the id begins or ends, ` +
      '`last`, or `last~1` for the one before',
  );
