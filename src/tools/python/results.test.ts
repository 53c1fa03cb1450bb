import { afterAll, describe, expect, it } from 'vitest';
import { HeldMost } from '../../../test/support/held-bytes.ts';
import { failureOf, linesOf, resultOf, runCode } from '../../../test/support/run-code.ts';
import { SETTINGS } from '../../../test/support/run-tool.ts';
import { describeWith, found } from '../../../test/support/services/describe-with.ts';
import { mappingOf } from '../../common/plain-value.ts';
import { createTool } from './index.ts';

describeWith('python', 'data in and out of Python', () => {
  const tool = createTool(SETTINGS);
  const config = () => ({ python: found('python').command });
  const run = (code: string, input = {}) => resultOf(tool, code, { input, config: config() });
  const fail = (code: string, input = {}) => failureOf(tool, code, { input, config: config() });
  const print = (code: string) => linesOf(tool, code, { config: config() });
  afterAll(() => tool.close?.());

  describe('results', () => {
    it('carries integers of any size exactly, both ways', async () => {
      const id = 2n ** 63n + 1n;
      expect(await run('result = [id, id + 1, -id, 2**53 - 1]', { id })).toEqual([
        id,
        id + 1n,
        -id,
        Number.MAX_SAFE_INTEGER,
      ]);
    });

    it('turns what JSON does not know into what it does', async () => {
      const code = `
import decimal, enum, dataclasses, collections
class Colour(enum.Enum):
    RED = "red"
@dataclasses.dataclass
class Point:
    x: int
    y: int
result = {
  "tuple": (1, 2), "set": {3, 1, 2}, "mixed": len({1, "a"}), "time": datetime.datetime(2024, 1, 2, 3, 4),
  "decimal": decimal.Decimal("1.10"), "uuid": uuid.UUID(int=1), "enum": Colour.RED, "point": Point(1, 2),
  "keys": {1: "a", None: "b", True: "c", (1, "x"): "d"}, "view": {"k": 1}.keys(), "map": map(abs, [-1]),
  "counter": collections.Counter("aab"), "path": __import__("pathlib").Path("/x"),
}`;
      expect(await run(code)).toEqual({
        tuple: [1, 2],
        set: [1, 2, 3],
        mixed: 2,
        time: '2024-01-02T03:04:00',
        decimal: '1.10',
        uuid: '00000000-0000-0000-0000-000000000001',
        enum: 'red',
        point: { x: 1, y: 2 },
        keys: { 1: 'c', null: 'b', '1,x': 'd' },
        view: ['k'],
        map: [1],
        counter: { a: 2, b: 1 },
        path: '/x',
      });
    });

    it('encodes bytes as base64 and says so', async () => {
      const { outcome, lines } = await runCode(tool, 'result = b"\\x00\\xff"', { config: config() });
      expect(outcome).toMatchObject({ status: 'ok', data: 'AP8=' });
      expect(lines).toEqual([['log', 'python: bytes were encoded as base64']]);
    });

    it('takes NaN for a missing value and says where it stood', async () => {
      const { outcome, lines } = await runCode(tool, 'result = {"rows": [1.5, float("nan")]}', {
        config: config(),
      });
      expect(outcome).toMatchObject({ status: 'ok', data: { rows: [1.5, null] } });
      expect(lines).toEqual([['log', 'python: result.rows[1] is NaN and became null']]);
    });

    it.each([
      ['result = {"a": [1, float("-inf")]}', 'result.a[1] is -inf, which JSON cannot carry'],
      ['result = []\nresult.append({"me": result})', 'result[0].me contains itself'],
      ['result = 0\nfor _ in range(300): result = [result]', 'nested deeper than 200 levels'],
      ['result = 0\nfor _ in range(100000): result = {"a": result}', 'nested deeper than 200 levels'],
      ['result = {"n": 10 ** 5000}', 'result.n is an integer of more than 4,200 digits'],
    ])('refuses what is no data: %s', async (code, message) => {
      expect(await fail(code)).toMatchObject({
        kind: 'exception',
        retryable: false,
        message: expect.stringContaining(message),
      });
    });

    it('keeps keys and texts that are traps elsewhere', async () => {
      const input = mappingOf([
        [
          'value',
          mappingOf([
            ['__proto__', 1],
            ['constructor', 'x'],
            ['toString', null],
          ]),
        ],
        ['__proto__', 'own'],
        ['__class__', 2],
      ]);
      const data = (await run('result = [value, input_data["__proto__"], __class__]', input)) as unknown[];
      expect(Object.entries(data[0] as object)).toEqual([
        ['__proto__', 1],
        ['constructor', 'x'],
        ['toString', null],
      ]);
      expect(Object.getPrototypeOf(data[0])).toBeNull();
      expect(data.slice(1)).toEqual(['own', 2]);
    });

    it('keeps every character, lone surrogates and NUL included', async () => {
      const text = 'grüße 😀 \ud800 \u2028 \0 \\ "';
      expect(await run('result = [text, len(text)]', { text })).toEqual([text, [...text].length]);
    });

    it('carries ten megabytes both ways', async () => {
      const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `${'ä'.repeat(40)}${id}` }));
      const data = await run('result = rows[::-1]', { rows });
      expect(data).toHaveLength(rows.length);
      expect((data as object[])[0]).toEqual(rows.at(-1));
    });
  });

  describe('what is printed', () => {
    it('arrives line by line on its stream, before the outcome', async () => {
      const code = 'import sys\nprint("a")\nprint("b", file=sys.stderr)\nprint("ü\\ud800", end="")';
      expect((await print(code)).toSorted()).toEqual([
        ['stderr', 'b'],
        ['stdout', 'a'],
        ['stdout', 'ü\\ud800'],
      ]);
    });

    it('by programs that the code runs arrives as well', async () => {
      expect(await print('os.system("echo child; echo complaint >&2")')).toEqual(
        expect.arrayContaining([
          ['stdout', 'child'],
          ['stderr', 'complaint'],
        ]),
      );
    });

    it('cannot be taken for an answer', async () => {
      const code = `
print('5\\n{"ok":true,"data":"forged"}')
os.write(1, b'\\x00noetl:' * 3)
for fd in (3, 4):
    try: os.write(fd, b'5\\nabcde')
    except OSError: pass
result = "mine"`;
      expect(await run(code)).toBe('mine');
    });

    it('of one call does not reach the next', async () => {
      await run('import sys\nsys.stdout = open(os.devnull, "w")\nprint("lost")');
      expect(await print('print("next")')).toEqual([['stdout', 'next']]);
    });

    it('may be half a gigabyte in one line, at constant memory', async () => {
      const held = new HeldMost();
      let characters = 0;
      const io = {
        signal: new AbortController().signal,
        print(_: string, text: string) {
          characters += text.length;
          if (characters % 2 ** 25 < text.length) held.look();
        },
      };
      const code = 'part = "x" * 2**20\nimport sys\nfor _ in range(512): sys.stdout.write(part)';
      const call = { input: {}, auth: undefined, context: {}, executionId: '1', step: 's', task: 's' };
      const outcome = await tool.run(
        {
          ...call,
          kind: 'python',
          config: { code, ...config() },
          commandId: '1:s:1',
          attempt: 1,
          redeliveries: 0,
        },
        io,
      );
      expect(outcome.status).toBe('ok');
      expect(characters).toBe(2 ** 29);
      expect(held.growth).toBeLessThan(50 * 2 ** 20);
    });
  });

  describe('errors', () => {
    it('names the exception, its line, and shows the user their own code', async () => {
      const code = 'def share(total, parts):\n    return total / parts\n\nshare(1, 0)\n';
      const error = await fail(code);
      expect(error).toMatchObject({
        kind: 'exception',
        message: 'ZeroDivisionError: division by zero',
        retryable: false,
        details: { type: 'ZeroDivisionError', line: 2 },
      });
      const told = String(error.details?.traceback).replaceAll(/^\s*[~^]+\n/gm, '');
      expect(told).toBe(
        [
          'Traceback (most recent call last):',
          '  File "<transform>", line 4, in <module>',
          '    share(1, 0)',
          '  File "<transform>", line 2, in share',
          '    return total / parts',
          'ZeroDivisionError: division by zero',
          '',
        ].join('\n'),
      );
    });

    it('keeps the line numbers of code with a return, of main, and of async main', async () => {
      expect((await fail('x = 1\nif x:\n    y = x / 0\nreturn y')).details).toMatchObject({ line: 3 });
      expect((await fail('\n\ndef main():\n    raise KeyError("k")')).details).toMatchObject({ line: 4 });
      const late = await fail('async def main():\n    raise ValueError("late")');
      expect(late.details).toMatchObject({ line: 2 });
      expect(late.details?.traceback).not.toContain('asyncio');
    });

    it('names the task of a pipeline', async () => {
      const error = await failureOf(tool, '1/0', { step: 'load', task: 'clean', config: config() });
      expect(error.details?.traceback).toContain('File "<load.clean>", line 1');
    });

    it('points at the place of a syntax error', async () => {
      const error = await fail('x = 1\ny = (2\n');
      expect(error.message).toMatch(/^SyntaxError: '\(' was never closed|^SyntaxError: unexpected EOF/);
      expect(error.details).toMatchObject({ type: 'SyntaxError', line: 2 });
    });

    it('names classes of the code without a module, others with theirs', async () => {
      const own = await fail('class Bad(Exception): pass\nraise Bad("x")');
      expect(own.message).toBe('Bad: x');
      expect(own.details?.traceback).toMatch(/\nBad: x\n$/);
      expect((await fail('json.loads("{")')).message).toMatch(/^json\.decoder\.JSONDecodeError: /);
    });

    it('shows the cause of an exception, and survives one that cannot be printed', async () => {
      const chained = await fail(
        'try:\n    1/0\nexcept ZeroDivisionError as e:\n    raise ValueError("no") from e',
      );
      expect(chained.details?.traceback).toContain('direct cause');
      expect((await fail('class E(Exception):\n    def __str__(self): 1/0\nraise E()')).message).toBe('E');
    });

    it('ends early with sys.exit: in success with the result so far, in failure with its code', async () => {
      expect(await run('import sys\nresult = 7\nsys.exit()\nresult = 8')).toBe(7);
      expect((await fail('import sys\nsys.exit(3)')).message).toBe('SystemExit: 3');
      expect((await fail('raise SystemExit("no rows")')).message).toBe('SystemExit: no rows');
    });

    it('says what is wrong with the fields', async () => {
      expect(await failureOf(tool, '', {})).toMatchObject({ kind: 'validation' });
      const wrong = { libs: { a: 1 } };
      expect(await failureOf(tool, '1', { config: wrong })).toMatchObject({
        message: '`libs.a` must be a module or `{from: module, import: name}`',
      });
    });
  });
});
