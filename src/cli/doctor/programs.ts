import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { AskProgram, Environment } from './ask-program.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const OLDEST_NODE = [20, 19] as const;
const OLDEST_PYTHON = [3, 8] as const;
/** Milliseconds. An interpreter starts in 20 to 60; a version manager's shim adds up to a quarter of a second. */
const SLOW_START = 200;

const WHO_IS_PYTHON = "import sys; print('%d.%d.%d' % sys.version_info[:3], sys.executable)";

export function checkNode(version: string): Finding {
  const name = 'node';
  if (isAtLeast(version.replace(/^v/, ''), OLDEST_NODE)) return ok(name, version);
  return fail(name, `${version} is too old`, `install Node ${OLDEST_NODE.join('.')} or later`);
}

export async function checkPython(ask: AskProgram, env: Environment): Promise<Finding> {
  const name = 'python3';
  const answer = await ask('python3', ['-c', WHO_IS_PYTHON], env);
  switch (answer.kind) {
    case 'missing':
      return warn(name, 'not on PATH', 'install Python 3.8 or later to run steps of kind python');
    case 'failed':
      return warn(
        name,
        `does not start: ${answer.reason}`,
        'mend it, or name another one: `python: /path/to/python3`',
      );
    case 'answered':
      return judgePython(answer.text, answer.milliseconds, findShim('python3', env));
  }
}

function judgePython(text: string, milliseconds: number, shim: string | undefined): Finding {
  const [version = '', executable = ''] = text.split(/ (.*)/);
  const through = shim === undefined ? '' : `  through the shim ${shim}`;
  const found = `${version}  ${executable}${through}  starts in ${milliseconds} ms`;
  if (!isAtLeast(version, OLDEST_PYTHON)) {
    return warn('python3', `${found}, too old`, 'install Python 3.8 or later to run steps of kind python');
  }
  if (shim !== undefined) {
    const folder = executable.replace(/\/[^/]*$/, '');
    const advice = `a shim looks for the interpreter each time: put ${folder} first on PATH, or write \`python: ${executable}\` in steps`;
    return warn('python3', found, advice);
  }
  if (milliseconds <= SLOW_START) return ok('python3', found);
  return warn('python3', `${found}, which is slow`, 'the first python step of every run waits for that');
}

/** Version managers (pyenv, asdf, mise) put a small program in the place of the interpreter. */
function findShim(program: string, { PATH = '' }: Environment): string | undefined {
  const onPath = PATH.split(delimiter).map(folder => join(folder, program));
  const first = onPath.find(path => existsSync(path));
  return first?.includes('/shims/') ? first : undefined;
}

export async function checkGit(ask: AskProgram, env: Environment): Promise<Finding> {
  const answer = await ask('git', ['--version'], env);
  if (answer.kind === 'answered') return ok('git', answer.text.replace(/^git version /, ''));
  return ok('git', 'not found; no playbook needs it');
}

export async function checkDocker(ask: AskProgram, env: Environment): Promise<Finding> {
  const answer = await ask('docker', ['version', '--format', '{{.Server.Version}}'], env);
  switch (answer.kind) {
    case 'answered':
      return ok('docker', answer.text);
    case 'missing':
      return ok('docker', 'not found; only playbooks that call `docker run` need it');
    case 'failed':
      return warn(
        'docker',
        `no daemon answers: ${answer.reason}`,
        'start it if a playbook calls `docker run`',
      );
  }
}

function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
