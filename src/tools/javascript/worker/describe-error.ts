import type { RaisedError } from './messages.ts';

/**
 * An error with the frames of the user's code only. Runs in workers, as text. `offset` is what the first
 * line of the code is moved by, where the engine does not know.
 */
export function describeError(
  thrown: unknown,
  { filename, folder }: { readonly filename: string; readonly folder: string },
): RaisedError {
  const isError = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  const error = (isError ? thrown : {}) as Partial<Error> & { readonly noetlCode?: string };
  const type = isError ? String(error.name ?? 'Error') : 'Error';
  const message = isError ? String(error.message) : describeValue(thrown);
  const stack = typeof error.stack === 'string' ? usersPart(error.stack) : undefined;
  const place = stack === undefined ? undefined : placeIn(stack);
  return { type, message, stack: withCause(stack, error.cause), line: place, code: error.noetlCode };

  function describeValue(value: unknown): string {
    try {
      return typeof value === 'object' ? (JSON.stringify(value) ?? String(value)) : String(value);
    } catch {
      return 'a value that cannot be shown';
    }
  }

  /** Frames of the program around the code say nothing to a user. */
  function usersPart(text: string): string {
    const lines = text.replaceAll(`${folder}/${filename}`, filename).split('\n');
    const isFrame = (line: string) => /^\s+at /.test(line);
    const own = lines.filter(line => !isFrame(line) || line.includes(filename));
    const foreign = lines.filter(
      line => !isFrame(line) || !/\[worker eval\]|node:internal|node:vm/.test(line),
    );
    return (own.some(isFrame) ? own : foreign).slice(0, 40).join('\n').slice(0, 16_000);
  }

  function placeIn(text: string): number | undefined {
    const at = text.indexOf(`${filename}:`);
    if (at < 0) return undefined;
    const line = Number.parseInt(text.slice(at + filename.length + 1), 10);
    return Number.isNaN(line) ? undefined : line;
  }

  function withCause(text: string | undefined, cause: unknown): string | undefined {
    if (text === undefined || !(cause instanceof Error)) return text;
    return `${text}\nCaused by: ${usersPart(String(cause.stack ?? cause))}`.slice(0, 16_000);
  }
}
