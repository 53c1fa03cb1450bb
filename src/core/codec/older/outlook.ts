import type { Result } from '../../result.ts';
import type { Envelope } from './envelope.ts';
import { resultIn } from './lookups.ts';
import type { Outlook } from './reading.ts';

export interface Known {
  readonly executionId: string | undefined;
  readonly loops: ReadonlySet<string>;
}

/** Looks through a log once, for what its first events leave open. */
export function lookAhead(envelopes: readonly Envelope[], known: Known): Outlook {
  const [first] = envelopes;
  return {
    executionId: known.executionId ?? first?.executionId ?? '',
    entry: entryOf(envelopes, known.loops),
    lateData: lateDataOf(envelopes),
    iterationsOf: step => iterationsOf(envelopes, step),
    loops: known.loops,
  };
}

const FIRST_WORDS: ReadonlySet<string | undefined> = new Set([
  'step.enter',
  'iterator_started',
  'command.issued',
  'command.claimed',
  'command.started',
  'command.completed',
  'command.failed',
  'step.exit',
]);

/** The step that the log enters first; older starts do not name it. */
function entryOf(envelopes: readonly Envelope[], loops: ReadonlySet<string>): string {
  const node = envelopes.find(({ name, node }) => node !== undefined && FIRST_WORDS.has(name))?.node ?? '';
  const [, step] = /^(.+)_iter_\d+$/.exec(node) ?? [];
  return step !== undefined && loops.has(step) ? step : node;
}

/**
 * Some engines report completion first and the data after it (`step_result`). Read backwards, the data is
 * known when the report is reached; a new start of the same node ends the search.
 */
function lateDataOf(envelopes: readonly Envelope[]): ReadonlyMap<number, Result> {
  const waiting = new Map<string, Result>();
  const found = new Map<number, Result>();
  for (const envelope of envelopes.toReversed()) {
    const { name, node, index } = envelope;
    if (node === undefined) continue;
    if (name === 'call.done') {
      const result = resultIn(envelope);
      if (result.kind !== 'none') waiting.set(keyOf(envelope, node), result);
    } else if (name === 'command.completed' || name === 'step.exit') {
      const result = waiting.get(keyOf(envelope, node));
      if (result) found.set(index, result);
    } else if (name === 'step.enter' || name === 'command.issued' || name === 'command.started') {
      waiting.delete(keyOf(envelope, node));
    }
  }
  return found;
}

const keyOf = (envelope: Envelope, node: string): string => `${node}\n${envelope.iteration ?? ''}`;

function iterationsOf(envelopes: readonly Envelope[], step: string): number {
  let count = 0;
  for (const envelope of envelopes) {
    const { node } = envelope;
    if (!node?.startsWith(step)) continue;
    const [, suffix] = /^_iter_(\d{1,15})$/.exec(node.slice(step.length)) ?? [];
    const index = suffix === undefined ? (node === step ? envelope.iteration : undefined) : Number(suffix);
    if (index !== undefined) count = Math.max(count, index + 1);
  }
  return count;
}
