import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HeldMost } from '../../../test/support/held-bytes.ts';
import { processGone } from '../../../test/support/process-gone.ts';
import { callOf, dataOf, errorOf, notedIo, runTool, SETTINGS } from '../../../test/support/run-tool.ts';
import type { ToolIo } from '../../ports/tool.ts';
import { createTool } from './index.ts';

const shell = createTool(SETTINGS);
const folder = mkdtempSync(join(tmpdir(), 'noetl-shell-'));

test('gives what a command printed, and its code', async () => {
  const outcome = await runTool(shell, { cmds: 'echo out; echo err >&2' });
  expect(outcome.status).toBe('ok');
  expect(dataOf(outcome)).toMatchObject({ exit_code: 0, returncode: 0, stdout: 'out\n', stderr: 'err\n' });
});

test('runs a list in order and gives what each printed', async () => {
  const data = dataOf(await runTool(shell, { cmds: ['echo one', 'echo two'] }));
  expect(data.stdout).toBe('one\ntwo\n');
  expect(data.commands).toMatchObject([{ stdout: 'one\n', cmd_preview: 'echo one' }, { stdout: 'two\n' }]);
});

test('stops at the first command that fails and says what it said last', async () => {
  const outcome = await runTool(shell, { cmds: ['echo one', 'echo why >&2; exit 3', 'echo three'] });
  expect(errorOf(outcome)).toMatchObject({
    kind: 'process',
    code: 'exit_3',
    retryable: false,
    message: 'command exited with code 3: why',
    details: { exit_code: 3, command: 1 },
  });
  expect(dataOf(outcome)).toMatchObject({ exit_code: 3, stdout: 'one\n', stderr: 'why\n' });
});

test.each([
  ['kill -9 $$', 'command was killed by SIGKILL (out of memory, or from outside)', 'SIGKILL', true],
  ['kill -SEGV $$', 'command was killed by SIGSEGV', 'SIGSEGV', false],
  ['sh -c "kill -9 \\$\\$"; exit $?', 'command exited with code 137 (killed by SIGKILL)', 'exit_137', false],
])('reports %s as a process that was killed', async (cmds, message, code, retryable) => {
  const error = errorOf(await runTool(shell, { cmds }));
  expect(error).toMatchObject({ kind: 'process', code, retryable });
  expect(error.message).toContain(message);
});

test('names a command that does not exist', async () => {
  const error = errorOf(await runTool(shell, { cmds: 'no-such-command-here' }));
  expect(error.message).toMatch(/^command exited with code 127 \(not found\): .*no-such-command-here/);
});

test('data that was printed as JSON is data, with integers of any size', async () => {
  const data = dataOf(await runTool(shell, { cmds: `echo '{"id": 12345678901234567890}'` }));
  expect({ ...(data.json as object) }).toEqual({ id: 12345678901234567890n });
  expect(dataOf(await runTool(shell, { cmds: 'echo plain' }))).not.toHaveProperty('json');
});

test('commands see what the playbook declares and nothing of the engine', async () => {
  const env = { GREETING: "it's $HOME; `id`", COUNT: 3, FLAG: true, NOTHING: null, LIST: [1, 'a'] };
  const data = dataOf(await runTool(shell, { cmds: 'env', env }));
  const seen = String(data.stdout).split('\n');
  expect(seen).toContain("GREETING=it's $HOME; `id`");
  expect(seen).toEqual(expect.arrayContaining(['COUNT=3', 'FLAG=true', 'LIST=[1,"a"]']));
  expect(seen).toEqual(
    expect.arrayContaining([
      'NOETL_EXECUTION_ID=7001',
      'NOETL_COMMAND_ID=7001:fetch:7002',
      'NOETL_ATTEMPT=1',
    ]),
  );
  expect(String(data.stdout)).not.toMatch(/NOETL_ENCRYPTION_KEY|NOTHING/);
});

test('runs in the folder and by the shell it was told', async () => {
  expect(dataOf(await runTool(shell, { cmds: 'pwd', cwd: folder })).stdout).toBe(`${folder}\n`);
  const error = errorOf(await runTool(shell, { cmds: 'false; echo never', shell: 'sh -e' }));
  expect(error.code).toBe('exit_1');
});

test('a folder or a shell that does not exist is an outcome', async () => {
  expect(errorOf(await runTool(shell, { cmds: 'true', cwd: '/no/such/folder' })).code).toBe('ENOENT');
  expect(errorOf(await runTool(shell, { cmds: 'true', shell: 'no-such-shell' })).message).toContain(
    'was not found',
  );
  expect(errorOf(await runTool(shell, { cmds: `: ${'x'.repeat(3_000_000)}` })).code).toBe('E2BIG');
});

test.each([
  [{}, '`cmds` is missing'],
  [{ cmds: [] }, '`cmds` is missing'],
  [{ cmds: '  ' }, '`cmds` is empty'],
  [{ cmds: ['ls', { a: 1 }] }, '`cmds[1]` must be a text, not a mapping'],
  [{ cmds: ['ls', null] }, '`cmds[1]` must be a text, not null'],
  [{ cmds: 'echo a\0b' }, '`cmds` contains a NUL character'],
  [{ cmds: 'ls', env: 'A=1' }, '`env` must be a mapping, not a text'],
  [{ cmds: 'ls', env: { 'A=B': '1' } }, '`env` has a name that is empty or contains `=`'],
])('refuses %j and names the field', async (config, message) => {
  const error = errorOf(await runTool(shell, config));
  expect(error.kind).toBe('validation');
  expect(error.message).toContain(message);
});

test('prints line by line while the command runs', async () => {
  const { io, lines } = notedIo();
  await shell.run(callOf('shell', { cmds: "printf 'a\\nb\\r\\nc'; printf 'e\\n' >&2" }), io);
  expect(lines.filter(([stream]) => stream === 'stdout')).toEqual([
    ['stdout', 'a'],
    ['stdout', 'b'],
    ['stdout', 'c'],
  ]);
  expect(lines).toContainEqual(['stderr', 'e']);
});

test('keeps the beginning and the end of a long output, and prints all of it in bounded lines', async () => {
  const held = new HeldMost();
  let printed = 0;
  let longest = 0;
  const print: ToolIo['print'] = (_stream, text) => {
    printed += text.length;
    longest = Math.max(longest, text.length);
    if (printed % 10_000_000 < text.length) held.look();
  };
  const signal = new AbortController().signal;
  const cmds = "printf 'begin'; head -c 50000000 /dev/zero | tr '\\0' 'x'; printf 'end'";
  const data = dataOf(await shell.run(callOf('shell', { cmds }), { signal, print }));
  expect(printed).toBe(50_000_008);
  expect(longest).toBeLessThanOrEqual(8192);
  expect(data.truncated).toBe(true);
  expect(data.stdout).toMatch(/^beginx+\n\[… \d+ bytes left out, all of it is in the log …\]\nx+end$/);
  expect(String(data.stdout).length).toBeLessThan(70_000);
  expect(held.growth).toBeLessThan(20 << 20);
});

test('a character is never cut in two', async () => {
  const data = dataOf(
    await runTool(shell, {
      cmds: 'i=0; while [ $i -lt 40000 ]; do printf "ä€😀"; i=$((i+1)); done | cat; printf "ä%.0s" $(seq 600000)',
    }),
  );
  expect(data.truncated).toBe(true);
  expect(data.stdout).not.toContain('\ufffd');
});

test('says nothing of what was printed without capture', async () => {
  const data = dataOf(await runTool(shell, { cmds: 'echo secret', capture: false }));
  expect(data.stdout).toBe('');
});

/** Aborts once the command has printed `ready`. */
async function abortedWhenReady(cmds: string, reason: unknown) {
  const control = new AbortController();
  const print: ToolIo['print'] = (_stream, text) => {
    if (text === 'ready') control.abort(reason);
  };
  return shell.run(callOf('shell', { cmds }), { signal: control.signal, print });
}

test('a command that must stop is ended with everything it started', async () => {
  const file = join(folder, 'child.pid');
  const outcome = await abortedWhenReady(`sleep 1000 & echo $! > ${file}; echo ready; wait`, 'timeout');
  expect(errorOf(outcome)).toMatchObject({ kind: 'timeout', retryable: true });
  const child = Number(readFileSync(file, 'utf8'));
  await processGone(child);
});

test('a command that ignores the request to end is killed after a grace', async () => {
  const started = performance.now();
  const outcome = await abortedWhenReady(
    "trap '' TERM; echo ready; while :; do sleep 0.05; done",
    'cancelled',
  );
  expect(errorOf(outcome)).toMatchObject({ kind: 'cancelled', retryable: false });
  expect(performance.now() - started).toBeGreaterThan(1900);
});

test('a command may clean up before it ends', async () => {
  const file = join(folder, 'cleaned');
  await abortedWhenReady(
    `trap 'touch ${file}; exit 0' TERM; echo ready; while :; do sleep 0.01; done`,
    'cancelled',
  );
  expect(existsSync(file)).toBe(true);
});

test('nothing starts when the signal has already been given', async () => {
  const file = join(folder, 'started');
  const outcome = await shell.run(
    callOf('shell', { cmds: `touch ${file}` }),
    notedIo(AbortSignal.abort()).io,
  );
  expect(errorOf(outcome).kind).toBe('cancelled');
  expect(existsSync(file)).toBe(false);
});

test('a process left in the background does not hold the task up, and ends with it', async () => {
  const data = dataOf(await runTool(shell, { cmds: 'sleep 1000 & echo $!' }));
  const child = Number(data.stdout);
  await processGone(child);
});
