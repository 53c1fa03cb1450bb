import { describe, expect, it } from 'vitest';
import { createPaint } from './paint.ts';
import { recordsTable } from './records.ts';
import { table } from './table.ts';

const plain = createPaint(false);
const colour = createPaint(true);

describe('a table', () => {
  it('has columns as wide as their widest cell, leaves empty ones out and ends no line with blanks', () => {
    const rows = [
      ['a', '', 'long'],
      ['bcd', '', ''],
    ];
    expect(table(['X', 'NOTHING', 'Y'], rows, plain)).toBe('X    Y\na    long\nbcd\n');
  });

  it('counts colours as nothing, and wide characters as two', () => {
    const cell = { text: '表', paint: (text: string) => colour.red(text) };
    expect(table(['A', 'B'], [[cell, 'x']], plain)).toBe(`A   B\n${colour.red('表')}  x\n`);
  });

  it('puts a box around its cells, and keeps all columns then', () => {
    expect(
      table(
        ['a', 'none'],
        [
          [{ text: '12', isRight: true }, ''],
          [{ text: '3', isRight: true }, ''],
        ],
        plain,
        { isBoxed: true },
      ),
    ).toBe('┌────┬──────┐\n│  a │ none │\n├────┼──────┤\n│ 12 │      │\n│  3 │      │\n└────┴──────┘\n');
  });

  it('fits a terminal by cutting the widest columns', () => {
    const wide = [['x'.repeat(40), 'short', 'y'.repeat(30)]];
    for (const isBoxed of [false, true]) {
      const lines = table(['A', 'B', 'C'], wide, plain, { width: 40, isBoxed }).trimEnd().split('\n');
      expect(Math.max(...lines.map(line => line.length))).toBe(40);
      expect(lines.join('\n')).toContain('short');
    }
  });

  it('shows no control characters', () => {
    const text = table(['A'], [['a\n\u001b[31mb']], plain);
    expect([text.includes('\u001b'), text.split('\n').length]).toEqual([false, 3]);
  });
});

describe('records', () => {
  it('have a column for every key, numbers at the right', () => {
    const records = [
      { name: 'a', n: 1 },
      { name: 'bc', n: 20, more: { x: 1n } },
    ];
    expect(recordsTable(records, plain, undefined)).toBe('name   n  more\na      1\nbc    20  {"x":"1"}\n');
  });
});
