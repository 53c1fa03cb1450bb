import { writeExactJson } from '../../common/exact-json.ts';
import { isMapping } from '../../common/plain-value.ts';
import type { ToolIo } from '../../ports/tool.ts';
import { shorten } from '../shorten.ts';
import type { ReadBody } from './read-body.ts';

/** Larger bodies explain nothing, and may be stored elsewhere. */
const MAX_BYTES = 1024 ** 2;
const SHOWN_CHARACTERS = 1000;

/** Prints how the body of a refusal begins: it is mostly there that a server says why. */
export function printBody(io: Pick<ToolIo, 'print'>, { data, bytes }: ReadBody): void {
  const isBinary = isMapping(data) && Object.hasOwn(data, 'base64');
  if (data === null || bytes > MAX_BYTES || isBinary) return;
  const text = typeof data === 'string' ? data : writeExactJson(data);
  const line = text.replace(/\s+/g, ' ').trim();
  if (line !== '') io.print('stderr', `response: ${shorten(line, SHOWN_CHARACTERS)}`);
}
