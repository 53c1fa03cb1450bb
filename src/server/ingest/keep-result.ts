import type { PlainValue } from '../../common/plain-value.ts';
import { isMapping, mappingOf } from '../../common/plain-value.ts';
import type { Told } from '../../core/decide/input.ts';
import type { Result } from '../../core/result.ts';
import { unmarked } from '../../core/stored-body.ts';
import { encodedLength } from '../../engine/loop-items.ts';
import { unprocessable } from '../http-error.ts';
import type { ServerServices } from '../services.ts';

/** D1: larger data is stored first, and the event refers to it. */
const INLINE_BYTES = 65_536;
/** Scalars at the top of stored data that stay readable without loading it. */
const MAX_EXTRACTED_TEXT = 200;

/** Data as it stands in an event: itself, or where it is stored. */
export async function keepData(
  { results }: ServerServices,
  executionId: string,
  name: string,
  told: PlainValue,
): Promise<Result> {
  const data = unmarked(told);
  if (encodedLength(data) <= INLINE_BYTES) return { kind: 'inline', data };
  const ref = await results.put(executionId, name, data);
  const small = isMapping(data) ? Object.entries(data).filter(([, value]) => isSmall(value)) : [];
  return { kind: 'stored', ref: { ...ref, extracted: mappingOf(small) } };
}

const isSmall = (value: PlainValue): boolean =>
  typeof value !== 'object' && (typeof value !== 'string' || value.length <= MAX_EXTRACTED_TEXT);

/** The event with its data as it is kept. A reference must lead to something: the execution would fail by it later. */
export async function keepTold(services: ServerServices, executionId: string, told: Told): Promise<Told> {
  const keep = (result: Result) => keepResult(services, executionId, `told.${services.ids.next()}`, result);
  const event = { ...told.event, result: await keep(told.event.result) };
  const { report } = told;
  if (!report || !('result' in report.says)) return { ...told, event };
  const says = { ...report.says, result: await keep(report.says.result) };
  return { ...told, event, report: { ...report, says } };
}

async function keepResult(
  services: ServerServices,
  executionId: string,
  name: string,
  result: Result,
): Promise<Result> {
  if (result.kind === 'inline') return keepData(services, executionId, name, result.data);
  if (result.kind !== 'stored') return result;
  const { uri } = result.ref;
  const data = await services.follow(uri);
  if (data === undefined)
    throw unprocessable(`nothing is stored at ${uri.slice(0, 500)}: send the data itself, or store it first`);
  return keepData(services, executionId, name, data);
}
