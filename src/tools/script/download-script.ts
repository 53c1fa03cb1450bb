import { parseDuration } from '../../common/duration.ts';
import type { PlainMapping } from '../../common/plain-value.ts';
import type { Failure } from '../../core/result.ts';
import { ConfigError } from '../config-error.ts';
import { HttpClient } from '../http/client.ts';
import { readConfig } from '../http/config.ts';
import { failureOfConnection } from '../http/connection-failure.ts';
import { failureOfStatus } from '../http/failures.ts';
import { receiveWhole } from '../http/receive-body.ts';
import { type Failed, failed, stopped } from '../outcome.ts';
import { given } from '../read-field.ts';
import type { ScriptPlace } from './load-script.ts';

const TIMEOUT = 30_000;

/** The bytes at an address, or what the tool answers instead. `fields` are those of the http tool. */
export async function downloadScript(
  fields: PlainMapping,
  maxBytes: number,
  place: ScriptPlace,
): Promise<Buffer | Failed> {
  const { request } = readConfig({ ...place.call, config: fields, auth: given(fields, 'auth') });
  const signal = AbortSignal.any([place.signal, AbortSignal.timeout(timeoutOf(fields))]);
  // Scripts are few: no connection is worth being kept for the next one.
  const client = new HttpClient();
  try {
    const response = await client.send(request, signal);
    const failure = failureOfStatus(request, response, place.now());
    if (failure) return notLoaded(failure);
    return await receiveWhole(response, maxBytes);
  } catch (error) {
    if (signal.aborted) return stopped(signal);
    const failure = failureOfConnection(error, request);
    if (failure) return notLoaded(failure);
    throw error;
  } finally {
    await client.close();
  }
}

const notLoaded = ({ kind, message, ...more }: Failure): Failed =>
  failed(kind, `the script could not be loaded: ${message}`, more);

function timeoutOf(fields: PlainMapping): number {
  const written = given(fields, 'timeout');
  if (written === undefined) return TIMEOUT;
  const length =
    typeof written === 'string' || typeof written === 'number' ? parseDuration(written) : undefined;
  if (length === undefined) throw new ConfigError('`script.source.timeout` must be a duration such as `30s`');
  return Math.min(length, 2 ** 31 - 1);
}
