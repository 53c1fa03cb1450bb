import { parseExactJson } from '../../common/exact-json.ts';
import { mappingOf, type PlainValue } from '../../common/plain-value.ts';
import type { ToolIo, ToolOutcome } from '../../ports/tool.ts';
import { BoundedOutput } from '../bounded-output.ts';
import { LinePrinter } from '../line-printer.ts';
import { ok, stopped } from '../outcome.ts';
import { shorten } from '../shorten.ts';
import type { ShellConfig } from './config.ts';
import { exitCodeOf, failureOf } from './describe-end.ts';
import { type CommandEnd, runCommand } from './run-command.ts';

/** Of the whole task; what is above it is in the log. */
const TASK_LIMITS = { whole: 1 << 20, edge: 32 << 10 };
/** Of each command, beside the whole. */
const COMMAND_LIMITS = { whole: 64 << 10, edge: 4 << 10 };
const PREVIEW = 200;

type Streams = Readonly<Record<'stdout' | 'stderr', BoundedOutput>>;

const streams = (limits: typeof TASK_LIMITS): Streams => ({
  stdout: new BoundedOutput(limits),
  stderr: new BoundedOutput(limits),
});

/** Runs the commands one after the other and stops at the first that fails. */
export async function run(
  config: ShellConfig,
  environment: Readonly<Record<string, string>>,
  io: ToolIo,
): Promise<ToolOutcome> {
  const started = performance.now();
  const all = streams(TASK_LIMITS);
  const records: PlainValue[] = [];
  let end: CommandEnd = { kind: 'exited', code: 0 };
  let failure: ReturnType<typeof failureOf>;
  for (const command of config.commands) {
    if (io.signal.aborted) return stopped(io.signal);
    const began = performance.now();
    const own = streams(COMMAND_LIMITS);
    end = await runOne(command, config, environment, [all, own], io);
    failure = failureOf(end, lastLine(own.stderr.text()));
    records.push(recordOf(command, end, own, config.capture, performance.now() - began));
    if (failure) break;
  }
  const data = dataOf(all, end, records, config.capture, performance.now() - started);
  if (io.signal.aborted) return { ...stopped(io.signal), data };
  if (!failure) return ok(data);
  const details = mappingOf([
    ['exit_code', exitCodeOf(end)],
    ['command', records.length - 1],
    ['cmd_preview', preview(config.commands[records.length - 1]!)],
  ]);
  return { status: 'error', error: { ...failure, details }, data };
}

async function runOne(
  command: string,
  { shell, cwd }: ShellConfig,
  env: Readonly<Record<string, string>>,
  kept: readonly Streams[],
  io: ToolIo,
): Promise<CommandEnd> {
  const printers = { stdout: new LinePrinter(io, 'stdout'), stderr: new LinePrinter(io, 'stderr') };
  const sink = (stream: 'stdout' | 'stderr') => (bytes: Buffer) => {
    for (const outputs of kept) outputs[stream].write(bytes);
    printers[stream].write(bytes);
  };
  const sinks = { stdout: sink('stdout'), stderr: sink('stderr') };
  const end = await runCommand(command, { shell, cwd, env }, sinks, io.signal);
  printers.stdout.end();
  printers.stderr.end();
  return end;
}

function recordOf(
  command: string,
  end: CommandEnd,
  own: Streams,
  capture: boolean,
  milliseconds: number,
): PlainValue {
  return mappingOf([
    ['cmd_preview', preview(command)],
    ['exit_code', exitCodeOf(end)],
    ['returncode', exitCodeOf(end)],
    ['stdout', capture ? own.stdout.text() : ''],
    ['stderr', capture ? own.stderr.text() : ''],
    ['duration_ms', Math.round(milliseconds)],
  ]);
}

function dataOf(
  all: Streams,
  end: CommandEnd,
  records: readonly PlainValue[],
  capture: boolean,
  milliseconds: number,
): PlainValue {
  const stdout = capture ? all.stdout.text() : '';
  const json = all.stdout.truncated ? undefined : jsonOf(stdout);
  const truncated = capture && (all.stdout.truncated || all.stderr.truncated);
  return mappingOf([
    ['exit_code', exitCodeOf(end)],
    ['returncode', exitCodeOf(end)],
    ['stdout', stdout],
    ['stderr', capture ? all.stderr.text() : ''],
    ...(json === undefined ? [] : [['json', json] as const]),
    ...(truncated ? [['truncated', true] as const] : []),
    ...(end.kind === 'killed' ? [['signal', end.signal] as const] : []),
    ['commands', records],
    ['duration_ms', Math.round(milliseconds)],
  ]);
}

/** The data a program printed, if all it printed is JSON. */
function jsonOf(text: string): PlainValue | undefined {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

const preview = (command: string): string => shorten(command, PREVIEW);

const lastLine = (text: string): string => preview(text.trimEnd().split('\n').at(-1)?.trim() ?? '');
