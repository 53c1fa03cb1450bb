import { parseExactJson, writeExactJson } from '../../common/exact-json.ts';
import { mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import { toPlain } from '../../core/codec/plain.ts';
import type { ToolCall, ToolIo, ToolOutcome } from '../../ports/tool.ts';
import { failed, ok, stopped } from '../outcome.ts';
import type { PythonConfig } from './config.ts';
import { namesInCode } from './context-names.ts';
import { callEnvironment } from './environment.ts';
import type { PythonPool } from './pool.ts';
import type { PythonProcess } from './process.ts';
import { ProcessEnded, StartFailed } from './process-errors.ts';
import { type Reply, readReply } from './reply.ts';
import { failureOf } from './user-error.ts';
import { isWorn } from './wear.ts';

export async function run(
  config: PythonConfig,
  call: ToolCall,
  io: ToolIo,
  pool: PythonPool,
): Promise<ToolOutcome> {
  const request = requestOf(config, call);
  try {
    return outcomeOf(await callPool(config, request, io, pool), io);
  } catch (error) {
    if (io.signal.aborted) return stopped(io.signal);
    if (error instanceof StartFailed) return failed('process', error.message, { code: 'PYTHON_MISSING' });
    if (error instanceof ProcessEnded) return processFailure(error);
    throw error;
  }
}

/** A warm process may die while nobody looks; what it had not begun is given to another, once. */
async function callPool(
  config: PythonConfig,
  request: (mark: string) => string,
  io: ToolIo,
  pool: PythonPool,
): Promise<Reply> {
  for (let again = false; ; again = true) {
    const process = await pool.acquire(config.python, config.isolate, io.signal);
    const wasWarm = process.calls > 0;
    try {
      return await callProcess(process, config, request, io, pool);
    } catch (error) {
      const lost = error instanceof ProcessEnded && !error.begun && wasWarm && !io.signal.aborted;
      if (!lost || again) throw error;
    }
  }
}

async function callProcess(
  process: PythonProcess,
  { isolate }: PythonConfig,
  request: (mark: string) => string,
  io: ToolIo,
  pool: PythonPool,
): Promise<Reply> {
  const kill = () => void process.kill();
  io.signal.addEventListener('abort', kill, { once: true });
  let worn = true;
  try {
    const reply = readReply(await process.call(request, io));
    worn = isolate || isWorn(process.calls, reply);
    pool.learn(process, reply.executable);
    return reply;
  } finally {
    io.signal.removeEventListener('abort', kill);
    pool.release(process, worn);
  }
}

function requestOf(config: PythonConfig, call: ToolCall): (mark: string) => string {
  const { context, globals } = namesInCode(config.code, call.context);
  const pick = (names: readonly string[]): PlainMapping =>
    mappingOf(names.map(name => [name, toPlain(call.context[name] ?? null, name)]));
  const fields: PlainMapping = {
    code: config.code,
    filename: fileNameOf(call),
    input: call.input,
    context: pick(context),
    names: pick(globals),
    about: { execution_id: call.executionId, step: call.step },
    env: { ...callEnvironment(call), ...config.env },
    cwd: config.cwd ?? null,
    path: config.path,
    libs: config.libs,
    memory: config.memory,
  };
  const text = writeExactJson(fields).slice(0, -1);
  return mark => `${text},"mark":${JSON.stringify(mark)}}`;
}

/** As tracebacks name the code. `<string>` is the name of the program around it. */
function fileNameOf({ step, task }: ToolCall): string {
  const name = task === '' || task === step ? step : `${step}.${task}`;
  return name === 'string' ? '<step string>' : `<${name}>`;
}

function outcomeOf(reply: Reply, io: ToolIo): ToolOutcome {
  if (!reply.ok) return failureOf(reply.error);
  for (const note of reply.notes) io.print('log', `python: ${note}`);
  try {
    return ok(parseExactJson(reply.data));
  } catch {
    // Everything else that is no data was refused by the interpreter.
    return failed('exception', 'the result is nested deeper than 200 levels', { code: 'RESULT_NOT_DATA' });
  }
}

function processFailure({ message, end, complaint }: ProcessEnded): ToolOutcome {
  const last = complaint.split('\n').at(-1) ?? '';
  return failed('process', last === '' ? message : `${message}: ${last}`, {
    // Killed from outside: another attempt may find the machine in a better state.
    retryable: end.signal === 'SIGKILL',
    details: mappingOf([
      ['exit_code', end.code],
      ['signal', end.signal],
      ['stderr', complaint],
    ]),
  });
}
