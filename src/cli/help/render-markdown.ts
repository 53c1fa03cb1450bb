import type { Paint } from '../output/paint.ts';
import { inlineWords, wrapWords } from './inline-text.ts';
import { type Block, readBlocks } from './markdown-blocks.ts';
import { renderTable } from './render-table.ts';

/** Markdown as a terminal shows it well: headings bold, text wrapped, code as it is, tables in columns. */
export function renderMarkdown(markdown: string, paint: Paint, width: number): string {
  const blocks = readBlocks(markdown);
  return blocks
    .map((block, at) => {
      const before = blocks[at - 1];
      const gap = before === undefined || (before.kind === 'item' && block.kind === 'item') ? '' : '\n';
      return gap + renderBlock(block, paint, width);
    })
    .join('');
}

function renderBlock(block: Block, paint: Paint, width: number): string {
  switch (block.kind) {
    case 'heading':
      return `${paint.bold(headingText(block.text, block.level))}\n`;
    case 'code':
      return block.lines.map(line => `${line === '' ? '' : `    ${line}`}\n`).join('');
    case 'table':
      return renderTable(block.rows, paint, width);
    case 'paragraph':
      return indented(block.text, '', '', paint, width);
    case 'item': {
      const first = `${' '.repeat(block.depth)}  ${block.mark} `;
      return indented(block.text, first, ' '.repeat(first.length), paint, width);
    }
  }
}

/** The title of a page stands out without colour, too. */
function headingText(markdown: string, level: number): string {
  const text = markdown.replaceAll('`', '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return level === 1 ? text.toUpperCase() : text;
}

function indented(text: string, first: string, rest: string, paint: Paint, width: number): string {
  const lines = wrapWords(inlineWords(text, paint), width - rest.length);
  return lines.map(({ painted }, at) => `${at === 0 ? first : rest}${painted}\n`).join('');
}
