import { parseExactJson } from '../../common/exact-json.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type SteerOptions, steer } from '../steer/steer.ts';

export interface SignalOptions extends SteerOptions {
  /** JSON. */
  readonly data?: string;
}

/** As in `kind: signal`: part of an address. */
const NAME = /^[^\s/?#%]{1,200}$/;

/** `noetl signal ID NAME`: gives an execution what it waits for, or will. */
export async function signalCommand(
  id: string,
  name: string,
  options: SignalOptions,
  cli: Cli,
): Promise<ExitCode> {
  const data = readData(options.data);
  const wrong = NAME.test(name)
    ? data instanceof Error && data.message
    : `'${name}' is no name of a signal: at most 200 characters without spaces and / ? # %`;
  if (wrong !== false) {
    cli.console.err(`${cli.console.errPaint.red('error')}: ${wrong}\n`);
    return EXIT.usage;
  }
  const input = { kind: 'signal', name, data: data as PlainValue } as const;
  return steer(id, input, options, cli, ({ executionId }, isDriven) => {
    const sent = `sent the signal '${name}' to execution ${executionId}`;
    return isDriven ? sent : `${sent}\nno process runs it: \`noetl resume ${executionId}\` lets it go on`;
  });
}

function readData(text: string | undefined): PlainValue | Error {
  if (text === undefined) return null;
  try {
    return parseExactJson(text);
  } catch (error) {
    const why = (error as Error).message;
    return new Error(`--data is no JSON: ${why}; a text needs its quotes: --data '"yes"'`);
  }
}
