import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { failureOf, linesOf, resultOf } from '../../../test/support/run-code.ts';
import { SETTINGS } from '../../../test/support/run-tool.ts';
import { describeWith, found } from '../../../test/support/services/describe-with.ts';
import { createTool } from './index.ts';

describeWith('python', 'the conventions of Python code', () => {
  const tool = createTool(SETTINGS);
  const config = () => ({ python: found('python').command });
  const run = (code: string, input = {}, context = {}) =>
    resultOf(tool, code, { input, context, config: config() });
  const fail = (code: string, input = {}) => failureOf(tool, code, { input, config: config() });
  afterAll(() => tool.close?.());

  describe('names', () => {
    it('binds every input, all of them as input_data, args and input, and the common modules', async () => {
      expect(await run('result = [x + y, input_data, args["x"], input["y"]]', { x: 1, y: 2 })).toEqual([
        3,
        { x: 1, y: 2 },
        1,
        2,
      ]);
      const modules =
        'result = [json.dumps(1), os.sep, datetime.date(2024, 1, 2), str(uuid.UUID(int=0))[:4]]';
      expect(await run(modules)).toEqual(['1', '/', '2024-01-02', '0000']);
    });

    it('shows the execution, the step, and in the environment the idempotency key', async () => {
      expect(await run('result = [execution_id, step, os.environ["NOETL_COMMAND_ID"]]')).toEqual([
        '7001',
        'transform',
        '7001:fetch:7002',
      ]);
    });

    it('gives the context by the names that stand in the code, and reads no other', async () => {
      const asked: string[] = [];
      const context = new Proxy(
        { workload: { city: 'Graz' }, fetch: [1, 2], big: 'x', 'two-words': 3 },
        {
          get: (target, name) => {
            asked.push(String(name));
            return Reflect.get(target, name);
          },
        },
      );
      const code = 'result = [context["workload"]["city"], context.get("fetch"), context["two-words"]]';
      expect(await run(code, {}, context)).toEqual(['Graz', [1, 2], 3]);
      expect(asked.sort()).toEqual(['fetch', 'two-words', 'workload']);
    });

    it('says why a name is not in the context', async () => {
      const { message } = await fail('name = "fet" + "ch"\ncontext[name]');
      expect(message).toContain("KeyError: \"'fetch': no workload key");
      expect(message).toContain('only names that stand in the code');
    });

    it('binds the element of a loop and its index', async () => {
      const context = { iter: { city: 'Linz', index: 4, _index: 4 }, city: 'Linz', _index: 4, _total: 9 };
      expect(await run('result = [city, _index, _total, iter["index"]]', {}, context)).toEqual([
        'Linz',
        4,
        9,
        4,
      ]);
    });

    it('starts every call with fresh names, environment, folder and search path', async () => {
      const dirty =
        'left = 1\nos.environ["LEFT"] = "1"\nos.chdir("/")\nimport sys\nsys.path.append("/left")\nos.close(1)';
      await run(dirty);
      const look =
        'import sys\nresult = ["left" in globals(), "LEFT" in os.environ, os.getcwd() == "/", "/left" in sys.path]';
      expect(await run(look)).toEqual([false, false, false, false]);
    });

    it('loads the modules of its own folders anew, and keeps the installed ones', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'noetl-modules-'));
      const call = { config: { ...config(), deps: { sys_path: [folder] } } };
      for (const n of [1, 2]) {
        await writeFile(join(folder, 'edited_module.py'), `n = ${n}\n# ${'x'.repeat(n)}\n`);
        expect(await resultOf(tool, 'import edited_module\nresult = edited_module.n', call)).toBe(n);
      }
      await rm(folder, { recursive: true });
    });

    it('logs every line once, however often it is called', async () => {
      const code =
        'import logging\nlogging.getLogger().addHandler(logging.StreamHandler())\nlogging.warning("once")';
      for (let n = 0; n < 3; n++)
        expect(await linesOf(tool, code, { config: config() })).toEqual([['stderr', 'once']]);
    });

    it('finds its credential, where libraries of clouds look for it too', async () => {
      const auth = { type: 'gcs', service_account_json: '{"type":"service_account"}' };
      const code =
        'path = os.environ["GOOGLE_APPLICATION_CREDENTIALS"]\nresult = [open(path).read(), auth["type"]]';
      expect(await resultOf(tool, code, { config: config(), auth })).toEqual([
        '{"type":"service_account"}',
        'gcs',
      ]);
      expect(
        await run('result = ["GOOGLE_APPLICATION_CREDENTIALS" in os.environ, "auth" in globals()]'),
      ).toEqual([false, false]);
    });

    it('passes on nothing secret of the environment, and what env says', async () => {
      const code = 'result = ["NOETL_ENCRYPTION_KEY" in os.environ, os.environ["REGION"]]';
      const call = { config: { ...config(), env: { REGION: 'eu' } } };
      expect(await resultOf(tool, code, call)).toEqual([false, 'eu']);
    });
  });

  describe('the result', () => {
    it('is what was assigned to result', async () => {
      expect(await run('if x > 1:\n    result = {"big": True}', { x: 2 })).toEqual({ big: true });
    });

    it('is null if the code says nothing', async () => {
      expect(await run('x = 1')).toBeNull();
    });

    it('may come from an input that is itself called result', async () => {
      expect(await run('result = {"was": result}', { result: 5 })).toEqual({ was: 5 });
      expect(await run('result = result', { result: 5 })).toBe(5);
      expect(await run('result += 1', { result: 5 })).toBe(6);
      expect(await run('def main():\n    return result * 2', { result: 5 })).toBe(10);
      expect(await run('x = result', { result: 5 })).toBeNull();
    });

    it('is what a top-level return gives', async () => {
      const code = `
from math import *
import json as j
limit: int = 3
def double(n):
    return n * factor
factor = 2
for n in numbers:
    if n > limit:
        return {"first": double(n), "floor": floor(2.5), "seen": j.loads("[1]")}
return None`;
      expect(await run(code, { numbers: [1, 5, 9] })).toEqual({ first: 10, floor: 2, seen: [1] });
      expect(await run(code, { numbers: [] })).toBeNull();
    });

    it('of a return inside with and try is not taken for an exception', async () => {
      const code = `
class Transaction:
    def __enter__(self): return self
    def __exit__(self, kind, *rest): ended.append("commit" if kind is None else "rollback")
ended = []
try:
    with Transaction():
        return ended
except:
    return "caught"`;
      expect(await run(code)).toEqual(['commit']);
    });

    it('is what main answers, if nothing was assigned', async () => {
      expect(await run('def main(): return 1')).toBe(1);
      expect(await run('def main(): return 1\nresult = main() + 1')).toBe(2);
      expect(
        await run('async def main(x):\n    import asyncio\n    await asyncio.sleep(0)\n    return x', {
          x: 3,
        }),
      ).toBe(3);
    });

    it('does not run the part of a script that calls main itself', async () => {
      expect(
        await run(
          'n = []\ndef main():\n    n.append(1)\n    return n\nif __name__ == "__main__":\n    main()',
        ),
      ).toEqual([1]);
    });
  });

  describe('main', () => {
    it('gets its parameters by name', async () => {
      const code =
        'def main(b, input_data, context, /, a, *, args, c=7, **rest):\n    return [a, b, c, input_data == args, sorted(rest)]';
      expect(await run(code, { a: 1, b: 2, z: 3 })).toEqual([1, 2, 7, true, ['z']]);
    });

    it('gets the result of a step by its name', async () => {
      expect(
        await run('def main(fetch_orders):\n    return len(fetch_orders)', {}, { fetch_orders: [1, 2] }),
      ).toBe(2);
    });

    it('says which argument is missing', async () => {
      expect(await fail('def main(order, customer): pass', { order: 1 })).toMatchObject({
        kind: 'exception',
        code: 'ARGUMENT_MISSING',
        message: 'main() needs customer: no input of this name (inputs: order)',
      });
    });
  });

  describe('libs', () => {
    it('imports modules and parts of them under their aliases, and ignores a list', async () => {
      const libs = { m: 'math', path: 'os.path', od: { from: 'collections', import: 'OrderedDict' } };
      const code = 'result = [m.floor(2.5), path.join("a", "b"), od(a=1)]';
      expect(await resultOf(tool, code, { config: { ...config(), libs } })).toEqual([2, 'a/b', { a: 1 }]);
      expect(await resultOf(tool, 'result = 1', { config: { ...config(), libs: ['pandas'] } })).toBe(1);
    });

    it('that are imported by the code and missing say which interpreter misses them', async () => {
      const { message } = await fail('import nowhere_to_be_found.deep');
      expect(message).toMatch(
        /^ModuleNotFoundError: No module named 'nowhere_to_be_found'\nhint: (\S+) does not have it: \1 -m pip install nowhere_to_be_found, or name another one: `python: /,
      );
    });

    it('names a missing module before the code runs', async () => {
      const libs = { a: 'no_such_module_a', b: { from: 'no_such_module_b', import: 'x' } };
      const error = await failureOf(tool, '1 / 0', { config: { ...config(), libs } });
      expect(error).toMatchObject({ kind: 'exception', code: 'MODULE_MISSING', retryable: false });
      expect(error.message).toContain('has no module no_such_module_a, no_such_module_b; install it there');
    });
  });
});
