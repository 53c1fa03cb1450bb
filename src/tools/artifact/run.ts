import { writeExactJson } from '../../common/exact-json.ts';
import { mappingOf, type PlainValue } from '../../common/plain-value.ts';
import type { ToolOutcome } from '../../ports/tool.ts';
import { failed, ok } from '../outcome.ts';
import type { ArtifactConfig } from './config.ts';

/** The value behind a reference; undefined if there is none any more. */
export type LoadStored = (uri: string) => Promise<PlainValue | undefined>;

export async function run({ uri }: ArtifactConfig, load: LoadStored): Promise<ToolOutcome> {
  const data = await load(uri);
  if (data === undefined) {
    const message = `the stored result ${uri} is not available: it was removed, or is in another data directory`;
    return failed('reference', message, { code: 'REFERENCE_NOT_AVAILABLE', retryable: true });
  }
  return ok(
    mappingOf([
      ['data', data],
      ['uri', uri],
      ['size_bytes', Buffer.byteLength(writeExactJson(data))],
      ['compressed', false],
    ]),
  );
}
