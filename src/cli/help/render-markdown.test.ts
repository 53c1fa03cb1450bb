import { describe, expect, it } from 'vitest';
import { createPaint } from '../output/paint.ts';
import { renderMarkdown } from './render-markdown.ts';

const plain = (text: string, width = 40) => renderMarkdown(text, createPaint(false), width);

describe('a page on a terminal', () => {
  it('has a title that stands out, and bold headings where there is colour', () => {
    expect(plain('# One `two`\n\n## Three\n')).toBe('ONE TWO\n\nThree\n');
    expect(renderMarkdown('## Three', createPaint(true), 40)).toBe('\u001b[1mThree\u001b[22m\n');
  });

  it('wraps text to its width, and never inside of code', () => {
    expect(plain('a paragraph with `noetl run FILE` and so on', 24)).toBe(
      'a paragraph with\n`noetl run FILE` and so\non\n',
    );
  });

  it('keeps code as it is, however long', () => {
    expect(plain('```sh\nnoetl run  x\n\ny\n```', 5)).toBe('    noetl run  x\n\n    y\n');
  });

  it('shows the text of links, and no pictures', () => {
    expect(plain('![a picture](x.svg)\n\nsee [the **guide**](a.md), or **that**.')).toBe(
      'see the **guide**, or that.\n',
    );
  });

  it('hangs the lines of an item below its first', () => {
    expect(plain('- one two three\n  four\n- five\n', 14)).toBe('  - one two\n    three four\n  - five\n');
  });

  it('puts a table in columns, and wraps what does not fit', () => {
    const table = '| Key | Means |\n|---|---|\n| `a\\|b` | a long text that needs two lines |\n| c | d |\n';
    expect(plain(table, 32)).toBe(
      ['Key    Means', '`a|b`  a long text that needs', '       two lines', 'c      d', ''].join('\n'),
    );
  });

  it('does not count colours as width', () => {
    const painted = renderMarkdown('`aaaa` `bbbb` `cccc`', createPaint(true), 9);
    expect(painted.split('\n')).toHaveLength(3);
  });
});
