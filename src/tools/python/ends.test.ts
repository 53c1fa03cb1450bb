import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { processGone } from '../../../test/support/process-gone.ts';
import { type CodeCall, failureOf, resultOf, runCode } from '../../../test/support/run-code.ts';
import { callOf, SETTINGS } from '../../../test/support/run-tool.ts';
import { describeWith, found } from '../../../test/support/services/describe-with.ts';
import { createTool } from './index.ts';

describeWith('python', 'how Python code ends', () => {
  const tool = createTool(SETTINGS, { max: 2, warm: 2 });
  const withPython = (call: CodeCall): CodeCall => ({
    ...call,
    config: { python: found('python').command, ...call.config },
  });
  const run = (code: string, call: CodeCall = {}) => resultOf(tool, code, withPython(call));
  const fail = (code: string, call: CodeCall = {}) => failureOf(tool, code, withPython(call));
  /** Aborts as soon as the code has printed; resolves to the outcome and to the first printed line. */
  async function abortWhenPrinted(code: string, reason?: unknown) {
    const controller = new AbortController();
    let first = '';
    const io = {
      signal: controller.signal,
      print(_: string, text: string) {
        first ||= text;
        controller.abort(reason);
      },
    };
    const outcome = await tool.run(callOf('python', { code, python: found('python').command }), io);
    return { outcome, first };
  }
  afterAll(() => tool.close?.());

  describe('stopped from outside', () => {
    it('ends an endless loop, and what it had started', async () => {
      const code = `
import subprocess
child = subprocess.Popen(["sleep", "600"])
print(os.getpid(), child.pid)
while True: pass`;
      const { outcome, first } = await abortWhenPrinted(code);
      expect(outcome).toMatchObject({ status: 'error', error: { kind: 'cancelled' } });
      await Promise.all(first.split(' ').map(pid => processGone(Number(pid))));
      expect(await run('result = 1')).toBe(1);
    });

    it('tells a timeout from a cancellation', async () => {
      const reason = new DOMException('too slow', 'TimeoutError');
      const { outcome } = await abortWhenPrinted('print(1)\nimport time\ntime.sleep(600)', reason);
      expect(outcome).toMatchObject({ status: 'error', error: { kind: 'timeout', retryable: true } });
    });

    it('cannot be refused by code that catches everything', async () => {
      const code = `
import signal
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)
print("ready")
while True:
    try:
        while True: pass
    except BaseException: pass`;
      expect((await abortWhenPrinted(code)).outcome).toMatchObject({ error: { kind: 'cancelled' } });
    });

    it('does not start what was stopped before', async () => {
      const signal = AbortSignal.abort();
      expect(await fail('open("/tmp/never", "w")', { signal })).toMatchObject({ kind: 'cancelled' });
    });

    it('lets go of a call that waits for its turn', async () => {
      const busy = [0, 1].map(() => abortable());
      await Promise.all(busy.map(({ printed }) => printed));
      const waiting = new AbortController();
      const waits = fail('result = 1', { signal: waiting.signal });
      waiting.abort();
      expect(await waits).toMatchObject({ kind: 'cancelled' });
      for (const { controller } of busy) controller.abort();
      await Promise.all(busy.map(({ outcome }) => outcome));
      expect(await run('result = 2')).toBe(2);
    });

    function abortable() {
      const controller = new AbortController();
      let hasPrinted = () => {};
      const printed = new Promise<void>(resolve => {
        hasPrinted = resolve;
      });
      const code = 'print(1)\nwhile True: pass';
      const outcome = tool.run(callOf('python', { code, python: found('python').command }), {
        signal: controller.signal,
        print: hasPrinted,
      });
      return { controller, printed, outcome };
    }
  });

  describe('by its own doing', () => {
    it.each([
      ['os._exit(3)', 'exit code 3', { exit_code: 3, signal: null }],
      ['os.kill(os.getpid(), 11)', 'crashed (SIGSEGV)', { signal: 'SIGSEGV' }],
      ['os.abort()', 'crashed (SIGABRT)', { signal: 'SIGABRT' }],
      ['os.kill(os.getpid(), 9)', 'was killed (SIGKILL)', { signal: 'SIGKILL' }],
      // What a script says that stands before the interpreter, and waits for it.
      ['os._exit(137)', 'was killed (SIGKILL)', { signal: 'SIGKILL' }],
      ['os.closerange(0, 4096)', 'the Python process', {}],
    ])('reports a process that dies (%s) and goes on with another', async (code, message, details) => {
      const { outcome, lines } = await runCode(
        tool,
        `print("last words", flush=True)\n${code}`,
        withPython({}),
      );
      expect(outcome).toMatchObject({
        status: 'error',
        error: {
          kind: 'process',
          message: expect.stringContaining(message),
          retryable: message.includes('SIGKILL'),
          details,
        },
      });
      expect(lines).toContainEqual(['stdout', 'last words']);
      expect(await run('result = 1')).toBe(1);
    });

    it('raises MemoryError above its memory limit, and is free of it afterwards', async () => {
      const config = { memory_limit: '256mb' };
      const error = await fail('x = bytearray(2**30)', { config });
      expect(error).toMatchObject({ kind: 'exception', message: 'MemoryError' });
      expect(await run('result = len(bytearray(2**29))')).toBe(2 ** 29);
    });

    it('is not answered twice by a child that it forked', async () => {
      const code = 'pid = os.fork()\nif pid: os.waitpid(pid, 0)\nresult = "parent" if pid else "child"';
      expect(await run(code)).toBe('parent');
      expect(await run('result = 1')).toBe(1);
    });

    it('leaves no thread behind', async () => {
      const code = `
import threading, time
def forever():
    while True: time.sleep(0.001)
threading.Thread(target=forever, daemon=True).start()
result = os.getpid()`;
      const pid = Number(await run(code));
      await processGone(pid);
    });

    it('does not wait for a program it left in the background', async () => {
      const pids = await run('import subprocess\nresult = subprocess.Popen(["sleep", "600"]).pid');
      expect(await run('result = 1')).toBe(1);
      process.kill(Number(pids), 'SIGKILL');
    });
  });

  describe('processes', () => {
    it('are used again', async () => {
      const first = await run('result = os.getpid()');
      expect(await run('result = os.getpid()')).toBe(first);
    });

    it('are not used again with isolate', async () => {
      const pid = Number(await run('result = os.getpid()', { config: { isolate: true } }));
      await processGone(pid);
      expect(await run('result = os.getpid()')).not.toBe(pid);
    });

    it('that grew large are replaced', async () => {
      const pid = Number(await run('import sys\nsys.kept = bytearray(600 * 2**20)\nresult = os.getpid()'));
      await processGone(pid);
    });

    it('that died unnoticed cost nobody a call', async () => {
      const pid = Number(await run('result = os.getpid()'));
      process.kill(pid, 'SIGKILL');
      expect(await run('result = 1')).toBe(1);
    });

    it('run side by side up to the limit, and everyone gets a turn', async () => {
      const codes = Array.from({ length: 12 }, (_, n) => run(`result = [${n}, os.getpid()]`));
      const answers = (await Promise.all(codes)) as [number, number][];
      expect(answers.map(([n]) => n)).toEqual(codes.map((_, n) => n));
      expect(new Set(answers.map(([, pid]) => pid)).size).toBeLessThanOrEqual(2);
    });

    it('end with the pool, busy ones too', async () => {
      const own = createTool(SETTINGS);
      const python = found('python').command;
      const idle = Number(await resultOf(own, 'result = os.getpid()', { config: { python } }));
      let busy = 0;
      const started = new Promise<void>(resolve => {
        const print = (_: string, pid: string) => {
          busy = Number(pid);
          resolve();
        };
        const code = 'print(os.getpid())\nwhile True: pass';
        void own.run(callOf('python', { code, python }), { signal: new AbortController().signal, print });
      });
      await started;
      await own.close?.();
      await Promise.all([processGone(idle), processGone(busy)]);
    });
  });

  describe('interpreters', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'noetl-python-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));
    afterEach(() => rm(join(folder, 'python'), { force: true }));

    it('that are missing are named, with what to do', async () => {
      const python = join(folder, 'no-python');
      expect(await failureOf(tool, '1', { config: { python } })).toMatchObject({
        kind: 'process',
        code: 'PYTHON_MISSING',
        message: `there is no ${python}: install Python 3.8 or later, or name an interpreter with \`python\``,
      });
    });

    it('that are something else are shown with their complaint', async () => {
      const python = join(folder, 'python');
      await writeFile(python, '#!/bin/sh\necho "unknown option -X" >&2\nexit 2\n');
      await chmod(python, 0o755);
      expect(await failureOf(tool, '1', { config: { python } })).toMatchObject({
        kind: 'process',
        message: expect.stringMatching(/exit code 2 .*: unknown option -X/),
      });
    });

    it('behind a slow wrapper are asked for only once', async () => {
      const python = join(folder, 'python');
      const log = join(folder, 'asked');
      await writeFile(python, `#!/bin/sh\necho asked >> ${log}\nexec ${found('python').command} "$@"\n`);
      await chmod(python, 0o755);
      for (const n of [1, 2]) {
        expect(await resultOf(tool, `result = ${n}`, { config: { python, isolate: true } })).toBe(n);
      }
      expect(await readFile(log, 'utf8')).toBe('asked\n');
    });

    it('run scripts from files, and find modules in the folders they are told', async () => {
      await writeFile(join(folder, 'step.py'), 'import helper_of_step\nresult = helper_of_step.double(x)\n');
      await writeFile(join(folder, 'helper_of_step.py'), 'def double(x): return 2 * x\n');
      const config = {
        python: found('python').command,
        script: { uri: join(folder, 'step.py') },
        deps: { sys_path: [folder] },
      };
      expect(await resultOf(tool, '', { config, input: { x: 2 } })).toBe(4);
    });

    it('in a folder that is not there say so', async () => {
      const config = { cwd: join(folder, 'no-folder') };
      expect((await fail('1', { config })).message).toContain('cwd: No such file or directory');
    });
  });
});
