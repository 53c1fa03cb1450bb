import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processGone } from '../support/process-gone.ts';
import { ROOT, runCommand } from '../support/run-command.ts';
import { describeWith, found } from '../support/services/describe-with.ts';

/** The program of a worker is made of functions turned into text: a bundler must not get in its way. */
let folder: string;
beforeAll(async () => {
  // Inside the repository, so that the packages are found that stay outside of a bundle.
  folder = await mkdtemp(join(ROOT, '.build-code-tools-'));
  const bundle = await rolldown({
    input: {
      javascript: join(ROOT, 'src/tools/javascript/index.ts'),
      python: join(ROOT, 'src/tools/python/index.ts'),
    },
    platform: 'node',
    external: id => !id.startsWith('.') && !id.startsWith('/'),
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
  await bundle.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program that runs code with a bundled tool and prints what comes of it. It does not close the tool. */
async function programFor(kind: string, configs: readonly object[]): Promise<string> {
  const file = join(folder, `run-${kind}-${configs.length}.mjs`);
  await writeFile(
    file,
    `import { createTool } from './${kind}.mjs';
const tool = createTool({ env: process.env, baseDir: ${JSON.stringify(ROOT)}, now: Date.now });
const call = { kind: '${kind}', input: { x: 2 }, context: {}, executionId: '1', step: 's', task: 's', commandId: '1:s:2', attempt: 1 };
const io = { signal: new AbortController().signal, print: (stream, text) => console.log(stream, text) };
for (const config of ${JSON.stringify(configs)}) {
  const outcome = await tool.run({ ...call, config }, io);
  console.log(outcome.status, JSON.stringify(outcome.data ?? outcome.error));
}`,
  );
  return file;
}

describe('a bundle of the JavaScript tool', () => {
  it('runs trusted code and sandboxes, and ends by itself', async () => {
    const code = 'console.log("hi"); result = x * 2';
    const file = await programFor('javascript', [{ code }, { code, sandbox: true }, { code: '\n\nnull.x' }]);
    const { code: status, out, err } = await runCommand(process.execPath, [file]);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const lines = out.trim().split('\n');
    expect(lines.slice(0, 4)).toEqual(['stdout hi', 'ok 4', 'stdout hi', 'ok 4']);
    expect(lines[4]).toContain('"line":3');
  });
});

describeWith('python', 'a bundle of the Python tool', () => {
  it('runs code, and ends by itself', async () => {
    const python = found('python').command;
    const code = 'print("hi")\nresult = x * 2';
    const file = await programFor('python', [{ code, python }]);
    expect(await runCommand(process.execPath, [file])).toEqual({
      code: 0,
      out: 'stdout hi\nok 4\n',
      err: '',
    });
  });

  it('leaves no busy interpreter behind when it is killed', async () => {
    const python = found('python').command;
    const code = 'print(os.getpid())\nwhile True: pass';
    const child = spawn(process.execPath, [await programFor('python', [{ code, python }, {}])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await firstNumber(child);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await processGone(pid);
  });
});

async function firstNumber(child: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: child.stdout! })) return Number(line.split(' ')[1]);
  throw new Error('the program printed nothing');
}
