import type { PlainValue } from '../../common/plain-value.ts';
import type { Local } from '../../compose/local.ts';
import type { Result } from '../../core/result.ts';
import type { State } from '../../core/state.ts';
import type { Console } from '../output/console.ts';
import { duration } from '../output/duration.ts';

/** The result on standard output, for pipes; how it went on standard error, for people. */
export async function reportEnd(
  state: State,
  local: Local,
  options: { readonly output: 'text' | 'json'; readonly quiet?: boolean },
  console: Console,
): Promise<void> {
  const { phase, header } = state;
  const executionId = header?.executionId ?? '';
  if (!options.quiet) console.err(`${headline(state, console)}\n`);
  const data = phase.kind === 'completed' ? await dataOf(phase.result, local) : undefined;
  if (options.output === 'json') {
    const error = phase.kind === 'failed' ? phase.error : null;
    const failedSteps = phase.kind === 'failed' ? phase.failedSteps : [];
    console.out(
      `${json({ execution_id: executionId, status: phase.kind.toUpperCase(), result: data ?? null, error, failed_steps: failedSteps })}\n`,
    );
  } else if (data !== undefined && data !== null) {
    console.out(`${typeof data === 'string' ? data : json(data)}\n`);
  }
}

function headline({ phase, header }: State, console: Console): string {
  const paint = console.errPaint;
  const took = header && 'at' in phase ? ` in ${duration(phase.at - header.startedAt)}` : '';
  const id = paint.dim(`execution ${header?.executionId ?? ''}`);
  switch (phase.kind) {
    case 'completed':
      return `${paint.green('completed')}${took}  ${id}`;
    case 'failed':
      return `${paint.red('failed')}${took}  ${id}\n${paint.red('error')}: ${phase.error.message}`;
    case 'cancelled':
      return `${paint.yellow('cancelled')}${took}  ${id}`;
    default:
      return `${phase.kind}  ${id}`;
  }
}

async function dataOf(result: Result, local: Local): Promise<PlainValue | undefined> {
  switch (result.kind) {
    case 'none':
      return undefined;
    case 'inline':
      return visible(result.data);
    case 'stored':
      return local.follow(result.ref.uri);
    case 'collected':
      return local.follow(result.uri);
  }
}

/** The mark of a pipeline's result is the engine's business. */
function visible(data: PlainValue): PlainValue {
  if (typeof data !== 'object' || data === null || Array.isArray(data) || !('__pipeline' in data))
    return data;
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== '__pipeline'));
}

/** Integers beyond 2^53 are written with all their digits, as JSON allows. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? inner.toString() : inner), 2);
