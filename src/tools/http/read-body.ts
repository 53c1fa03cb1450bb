import type { PlainValue } from '../../common/plain-value.ts';
import { previewOf } from '../../core/stored-body.ts';
import type { ToolIo } from '../../ports/tool.ts';
import type { HttpResponse } from './client.ts';
import type { HttpConfig, ResponseType } from './config.ts';
import { largeBody } from './large-body.ts';
import { contentTypeOf, readBodyData } from './read-response.ts';
import { receiveBody, receiveWhole } from './receive-body.ts';

/** Where the playbook sets no limit of its own. */
const MAX_STORED_BYTES = 2 * 1024 ** 3;
const MAX_HELD_BYTES = 100 * 1024 ** 2;

export interface ReadBody {
  /** The body, or a reference to it. */
  readonly data: PlainValue;
  readonly bytes: number;
  /** Why it is not what the task asks for. */
  readonly why?: string | undefined;
}

/** Reads the body of a response: a small one in memory, a large one into the store, if there is one to keep it. */
export async function readBody(
  response: HttpResponse,
  { responseType, maxBytes }: HttpConfig,
  { keep }: Pick<ToolIo, 'keep'>,
): Promise<ReadBody> {
  if (!keep)
    return inMemory(await receiveWhole(response, maxBytes ?? MAX_HELD_BYTES), response, responseType);
  const received = await receiveBody(response, maxBytes ?? MAX_STORED_BYTES);
  if (received.kind === 'whole') return inMemory(received.bytes, response, responseType);
  const { reference, format } = await keep(largeBody(received.chunks, contentTypeOf(response), responseType));
  const isAsAsked = format === 'json' || responseType !== 'json';
  const bytes = Number(previewOf(reference).bytes);
  return { data: reference, bytes, why: isAsAsked ? undefined : 'the response is not JSON' };
}

function inMemory(bytes: Buffer, response: HttpResponse, type: ResponseType | undefined): ReadBody {
  const read = readBodyData(bytes, contentTypeOf(response), type);
  return { data: read.data, bytes: bytes.length, why: read.ok ? undefined : read.why };
}
