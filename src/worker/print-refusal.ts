import { writeExactJson } from '../common/exact-json.ts';
import { isMapping, type PlainValue } from '../common/plain-value.ts';
import { storedBodyOf } from '../core/stored-body.ts';
import type { ToolOutcome } from '../ports/tool.ts';
import type { CommandRun } from './command-run.ts';

const SHOWN_CHARACTERS = 1000;

/**
 * Prints how the body of a response begins that made a task fail: it is mostly there that a server says why. Secrets
 * are masked in the data, where they are still recognised, and before it is cut.
 */
export function printRefusal(run: Pick<CommandRun, 'print' | 'redactor'>, outcome: ToolOutcome): void {
  if (outcome.status !== 'error' || !outcome.about?.http) return;
  const body = isMapping(outcome.data ?? null) ? (outcome.data as { data?: PlainValue }).data : undefined;
  if (body === undefined || body === null || isNoText(body)) return;
  const clean = run.redactor.value(body);
  const line = (typeof clean === 'string' ? clean : writeExactJson(clean)).replace(/\s+/g, ' ').trim();
  const isLong = line.length > SHOWN_CHARACTERS;
  if (line !== '') run.print('stderr', `response: ${line.slice(0, SHOWN_CHARACTERS)}${isLong ? '…' : ''}`);
}

/** Bytes, or a body that is too large to be here. */
const isNoText = (body: PlainValue): boolean =>
  isMapping(body) && (Object.hasOwn(body, 'base64') || storedBodyOf(body) !== undefined);
