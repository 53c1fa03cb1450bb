import { mappingOf, type PlainValue } from '../../common/plain-value.ts';
import { toPlain } from '../../core/codec/plain.ts';
import type { ToolCall, ToolIo, ToolOutcome } from '../../ports/tool.ts';
import { namesInCode, pickNames } from '../code/context-names.ts';
import { credentialEnvironment } from '../code/credential-environment.ts';
import { callEnvironment } from '../code/environment.ts';
import { fileNameOf } from '../code/file-name.ts';
import type { WarmPool } from '../code/warm-pool.ts';
import { failed, ok, stopped } from '../outcome.ts';
import type { JavaScriptConfig } from './config.ts';
import { type Answered, type JsWorker, WorkerEnded } from './js-worker.ts';
import type { Answer, RaisedError, Request } from './worker/messages.ts';
import { assignsResult, canBeNamed, wrapCode } from './wrap-code.ts';

/** Workers keep what the modules they loaded keep; one that has run this often is replaced. */
const MAX_CALLS = 1000;
/** Of workers that run sandboxes. */
export const SANDBOX_KEY = 'sandbox';
/** Names under which code finds everything at once. */
const WHOLE = ['input', 'args', 'input_data', 'context'];

export async function run(
  code: string,
  config: JavaScriptConfig,
  call: ToolCall,
  io: ToolIo,
  pool: WarmPool<JsWorker>,
): Promise<ToolOutcome> {
  const request = requestOf(code, config, call);
  try {
    return outcomeOf((await callPool(config, request, io, pool)).answer, io);
  } catch (error) {
    if (io.signal.aborted) return stopped(io.signal);
    if (error instanceof WorkerEnded) return failed('process', error.message);
    if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') return outOfMemory(config);
    // Thrown by a timer or an event, after which a thread cannot go on.
    if (error instanceof Error)
      return failed('exception', `${error.name}: ${error.message}`, {
        details: mappingOf([
          ['type', error.name],
          ['traceback', error.stack ?? null],
        ]),
      });
    throw error;
  }
}

async function callPool(
  { memory, isolate }: JavaScriptConfig,
  request: Request,
  io: ToolIo,
  pool: WarmPool<JsWorker>,
): Promise<Answered> {
  const worker = await pool.acquire(request.sandbox ? SANDBOX_KEY : String(memory), isolate, io.signal);
  const kill = () => void worker.kill();
  io.signal.addEventListener('abort', kill, { once: true });
  let worn = true;
  try {
    const answered = await worker.call(request, io);
    worn = isolate || answered.worn || worker.calls >= MAX_CALLS;
    return answered;
  } finally {
    io.signal.removeEventListener('abort', kill);
    pool.release(worker, worn);
  }
}

function requestOf(code: string, config: JavaScriptConfig, call: ToolCall): Request {
  const { libs } = config;
  const { input } = call;
  const wanted = namesInCode(code, call.context);
  const globals = mappingOf([
    ['execution_id', call.executionId],
    ['step', call.step],
    ...(call.auth === undefined ? [] : [['auth', call.auth] as const]),
    ...Object.entries(pickNames(call.context, wanted.globals)),
  ]);
  const sources = [libs, input, globals].flatMap(Object.keys);
  const own = !config.sandbox && /\brequire\b/.test(code) ? [...WHOLE, 'require'] : WHOLE;
  const names = [...new Set([...own, ...sources])].filter(canBeNamed);
  return {
    ...wrapCode(code, names),
    filename: fileNameOf(call),
    folder: config.folder,
    names,
    globals,
    input,
    context: pickNames(call.context, wanted.context),
    libs,
    env: { ...callEnvironment(call), ...credentialEnvironment(call.auth).variables, ...config.env },
    resultIsOwn: !Object.hasOwn(input, 'result') || assignsResult(code),
    sandbox: config.sandbox ? { memory: config.memory } : undefined,
  };
}

function outcomeOf(answer: Answer, io: ToolIo): ToolOutcome {
  if (!answer.ok) return failureOf(answer.error);
  for (const note of answer.notes) io.print('log', `javascript: ${note}`);
  try {
    return ok(toPlain(answer.data, 'the result'));
  } catch (error) {
    // Only a sandbox can say something that is no data: its code may tamper with what surrounds it there.
    return failed('exception', String(error), { code: 'RESULT_NOT_DATA' });
  }
}

function failureOf({ type, message, stack, line, code }: RaisedError): ToolOutcome {
  if (code !== undefined) return failed('exception', message, { code });
  const details: [string, PlainValue][] = [
    ['type', type],
    ['traceback', stack ?? null],
  ];
  if (line !== undefined) details.push(['line', line]);
  return failed('exception', message === '' ? type : `${type}: ${message}`, { details: mappingOf(details) });
}

const outOfMemory = ({ memory }: JavaScriptConfig): ToolOutcome =>
  failed('process', `the code needed more than ${Math.round(memory / 2 ** 20)} MiB of memory`, {
    code: 'OUT_OF_MEMORY',
  });
