import { parseExactJson, writeExactJson } from '../../common/exact-json.ts';
import { mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import type { ToolCall, ToolIo, ToolOutcome } from '../../ports/tool.ts';
import { namesInCode, pickNames } from '../code/context-names.ts';
import { credentialEnvironment } from '../code/credential-environment.ts';
import { callEnvironment } from '../code/environment.ts';
import { fileNameOf } from '../code/file-name.ts';
import { failed, ok, stopped } from '../outcome.ts';
import type { PythonConfig } from './config.ts';
import type { Interpreters, Request } from './interpreters.ts';
import { ProcessEnded, StartFailed } from './process-errors.ts';
import type { Reply } from './reply.ts';
import { failureOf } from './user-error.ts';

export async function run(
  code: string,
  config: PythonConfig,
  call: ToolCall,
  io: ToolIo,
  interpreters: Interpreters,
): Promise<ToolOutcome> {
  const request = requestOf(code, config, call);
  try {
    return outcomeOf(await interpreters.call(config, request, io), io);
  } catch (error) {
    if (io.signal.aborted) return stopped(io.signal);
    if (error instanceof StartFailed) return failed('process', error.message, { code: 'PYTHON_MISSING' });
    if (error instanceof ProcessEnded) return processFailure(error);
    throw error;
  }
}

function requestOf(code: string, config: PythonConfig, call: ToolCall): Request {
  const credential = credentialEnvironment(call.auth);
  const { context, globals } = namesInCode(code, call.context);
  const fields: PlainMapping = {
    code,
    filename: fileNameOf(call),
    input: call.input,
    context: pickNames(call.context, context),
    names: pickNames(call.context, globals),
    about: {
      execution_id: call.executionId,
      step: call.step,
      ...(call.auth === undefined ? {} : { auth: call.auth }),
    },
    env: { ...callEnvironment(call), ...credential.variables, ...config.env },
    files: credential.files,
    cwd: config.cwd ?? null,
    path: config.path,
    libs: config.libs,
    memory: config.memory,
  };
  const text = writeExactJson(fields).slice(0, -1);
  return mark => `${text},"mark":${JSON.stringify(mark)}}`;
}

function outcomeOf(reply: Reply, io: ToolIo): ToolOutcome {
  if (!reply.ok) return failureOf(reply.error, reply.executable);
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
