import { type DestinationStream, type Logger, pino } from 'pino';
import { readableLine } from './readable-line.ts';

export interface LogOptions {
  readonly level: string;
  /** Takes whole lines. */
  readonly write: (line: string) => void;
  /** For a person at a terminal instead of a program. */
  readonly isReadable: boolean;
  readonly hasColour?: boolean;
}

/**
 * The log of a server: a line of JSON each, with `time` (RFC 3339), `level`, `component` and `msg`. What
 * playbooks work with stays out of it: no inputs, no results, no headers and no bodies of requests.
 */
export function createLogger({ level, write, isReadable, hasColour = false }: LogOptions): Logger {
  const destination: DestinationStream = {
    write: isReadable ? line => write(readableLine(line, hasColour)) : write,
  };
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: label => ({ level: label }) },
      // Fastify would add the address of the client and the whole URL, whose query may say anything.
      serializers: { req: () => undefined, res: () => undefined },
    },
    destination,
  );
}
