import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { ToolCall } from '../../ports/tool.ts';
import type { Failed } from '../outcome.ts';
import { type Encoding, readDescriptor } from './descriptor.ts';
import { readScriptFile } from './read-script-file.ts';

const MAX_BYTES = 10 << 20;

export interface ScriptPlace {
  /** Folder of the playbook; relative paths start there. */
  readonly baseDir: string;
  readonly signal: AbortSignal;
  /** The call of the tool that wants it. */
  readonly call: ToolCall;
  readonly now: () => number;
}

export type LoadedScript =
  | { readonly ok: true; readonly text: string }
  /** What the tool answers instead of running. */
  | { readonly ok: false; readonly outcome: Failed };

/**
 * The program or the statement that `script` names, of 10 MiB at most. Throws `ConfigError` for what the
 * playbook says wrong; what a server or the network does is an outcome, which may be tried again.
 */
export async function loadScript(script: PlainValue, place: ScriptPlace): Promise<LoadedScript> {
  const source = readDescriptor(script);
  switch (source.type) {
    case 'inline':
      return decode(Buffer.from(source.text, source.encoding === 'base64' ? 'base64' : 'utf8'), 'utf8');
    case 'file':
      return decode(await readScriptFile(source.path, place.baseDir, MAX_BYTES), source.encoding);
    case 'http':
      return download(source.request, source.encoding, place);
  }
}

/** Encoded in base64 is only how the bytes are written, they are UTF-8 inside. */
function decode(bytes: Buffer, encoding: Encoding): LoadedScript {
  const plain = encoding === 'base64' ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes;
  const decoded = plain.toString(encoding === 'base64' ? 'utf8' : encoding);
  return { ok: true, text: decoded.replace(/^\ufeff/, '') };
}

/** The HTTP client is loaded by those who need it: that takes longer than most scripts run. */
async function download(
  request: PlainMapping,
  encoding: Encoding,
  place: ScriptPlace,
): Promise<LoadedScript> {
  const { downloadScript } = await import('./download-script.ts');
  const answer = await downloadScript(request, MAX_BYTES, place);
  return Buffer.isBuffer(answer) ? decode(answer, encoding) : { ok: false, outcome: answer };
}
