import { mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import type { LogLine } from '../../src/ports/log-store.ts';
import type { Tool, ToolCall, ToolIo, ToolOutcome } from '../../src/ports/tool.ts';
import type { ToolSettings } from '../../src/tools/settings.ts';
import { ROOT } from './run-command.ts';

export const SETTINGS: ToolSettings = {
  env: { PATH: process.env.PATH, LANG: 'C.UTF-8', NOETL_ENCRYPTION_KEY: 'must not be seen' },
  baseDir: ROOT,
  now: () => Date.parse('2026-01-01T00:00:00Z'),
};

export type Fields = Readonly<Record<string, PlainValue>>;

export const callOf = (kind: string, config: Fields, more: Partial<ToolCall> = {}): ToolCall => ({
  kind,
  config: mappingOf(Object.entries(config)),
  input: mappingOf([]),
  auth: undefined,
  context: {},
  executionId: '7001',
  step: 'fetch',
  task: 'fetch',
  commandId: '7001:fetch:7002',
  attempt: 1,
  redeliveries: 0,
  ...more,
});

export interface Printed {
  readonly io: ToolIo;
  readonly lines: readonly (readonly [LogLine['stream'], string])[];
}

/** Surroundings that note what is printed. */
export function notedIo(signal: AbortSignal = new AbortController().signal): Printed {
  const lines: [LogLine['stream'], string][] = [];
  return { lines, io: { signal, print: (stream, text) => void lines.push([stream, text]) } };
}

/** Runs a tool with the given fields, undisturbed. */
export function runTool(tool: Tool, config: Fields, more: Partial<ToolCall> = {}): Promise<ToolOutcome> {
  return tool.run(callOf('test', config, more), notedIo().io);
}

/** The data of an outcome, whichever it is; mappings with prototypes, so that `toEqual` compares them. */
export function dataOf(outcome: ToolOutcome): Readonly<Record<string, PlainValue>> {
  if (outcome.status === 'parked') throw new Error('the command was parked');
  return { ...(outcome.data as Fields) };
}

/** The failure of an outcome that must be one. */
export function errorOf(outcome: ToolOutcome) {
  if (outcome.status !== 'error') throw new Error(`the outcome is ${JSON.stringify(outcome)}`);
  return outcome.error;
}
