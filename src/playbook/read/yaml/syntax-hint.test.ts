import { expect, it } from 'vitest';
import { parseYaml } from './parse.ts';

const told = (text: string) =>
  parseYaml(text).errors.map(({ offset, message, hint }) => ({
    line: text.slice(0, offset).split('\n').length,
    message,
    hint,
  }));

it('points to the line that is indented deeper than the key above it', () => {
  expect(told('tool:\n     kind: noop\n      input: 1\n')).toEqual([
    {
      line: 3,
      message: 'this line is indented deeper than the one above, which has a value already',
      hint: 'give entries that belong together the same indentation',
    },
  ]);
  expect(told('- step: a\n    tool: b\n')).toMatchObject([{ line: 2 }]);
});

it('says that a text with a colon needs quotes', () => {
  expect(told('desc: one: two\n')).toMatchObject([{ line: 1, hint: expect.stringContaining('quote') }]);
  expect(told('desc: one: two\n  more: 1\n')).toMatchObject([
    { line: 1, hint: expect.stringContaining('quote') },
  ]);
  expect(told('desc: one: two\nmore: 1\n  other: 2\n')).toMatchObject([{ line: 1 }, { line: 3 }]);
});

it('says of a tab nothing but that it is one', () => {
  const text = 'workflow:\n  - step: one\n\tnext: two\n  - step: two\n    tool: a\n';
  expect(told(text)).toEqual([expect.objectContaining({ line: 3, hint: 'indent with spaces only' })]);
});
