import { mappingOf, type PlainMapping, type PlainValue } from '../../src/common/plain-value.ts';
import type { Tool } from '../../src/ports/tool.ts';
import { callOf, errorOf, type Fields, notedIo } from './run-tool.ts';

export interface CodeCall {
  readonly input?: Fields;
  readonly context?: Readonly<Record<string, unknown>>;
  /** Further fields of the tool. */
  readonly config?: Fields;
  readonly step?: string;
  readonly task?: string;
  readonly auth?: PlainValue;
  readonly signal?: AbortSignal;
}

/** Runs code with a tool, as a worker would. */
export async function runCode(tool: Tool, code: string, call: CodeCall = {}) {
  const { step = 'transform', task = step, context = {} } = call;
  const input: PlainMapping = mappingOf(Object.entries(call.input ?? {}));
  const full = callOf('code', { code, ...call.config }, { input, context, step, task, auth: call.auth });
  const { io, lines } = notedIo(call.signal);
  const outcome = await tool.run(full, io);
  return { outcome, lines };
}

/** The data of code that must succeed. */
export async function resultOf(tool: Tool, code: string, call: CodeCall = {}): Promise<PlainValue> {
  const { outcome } = await runCode(tool, code, call);
  if (outcome.status === 'ok') return outcome.data;
  throw new Error(`the outcome is ${JSON.stringify(outcome)}`);
}

/** The failure of code that must fail. */
export async function failureOf(tool: Tool, code: string, call: CodeCall = {}) {
  return errorOf((await runCode(tool, code, call)).outcome);
}

/** What the code printed. */
export async function linesOf(tool: Tool, code: string, call: CodeCall = {}) {
  return (await runCode(tool, code, call)).lines;
}
