/** A piece of a page, as far as a terminal tells pieces apart. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'item'; readonly mark: string; readonly depth: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string };

const FENCE = /^\s*(`{3,}|~{3,})/;
const HEADING = /^(#{1,6}) (.+)$/;
const ITEM = /^(\s*)([-*]|\d+\.) (.*)$/;
const PICTURE = /^!\[/;

/** The blocks of a page of this manual. Pictures are left out. */
export function readBlocks(markdown: string): readonly Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const [block, next] = readBlock(lines, at);
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

function readBlock(lines: readonly string[], at: number): [Block | undefined, number] {
  const line = lines[at] ?? '';
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return readCode(lines, at, fence);
  if (line.trim() === '' || PICTURE.test(line)) return [undefined, at + 1];
  const heading = HEADING.exec(line);
  if (heading) return [{ kind: 'heading', level: heading[1]!.length, text: heading[2]! }, at + 1];
  if (line.startsWith('|')) return readTable(lines, at);
  return readText(lines, at);
}

function readCode(lines: readonly string[], at: number, fence: string): [Block, number] {
  let end = at + 1;
  while (end < lines.length && !lines[end]!.trimStart().startsWith(fence)) end++;
  return [{ kind: 'code', lines: lines.slice(at + 1, end) }, end + 1];
}

function readTable(lines: readonly string[], at: number): [Block, number] {
  let end = at;
  while (lines[end]?.startsWith('|')) end++;
  const rows = lines.slice(at, end).filter(line => !/^\|[\s|:-]+\|$/.test(line));
  return [{ kind: 'table', rows: rows.map(cells) }, end];
}

/** Bars inside code, or behind a backslash, do not end a cell. */
function cells(line: string): readonly string[] {
  const inner = line.trim().replace(/^\||\|$/g, '');
  const found = inner.match(/(?:`[^`]*`|\\\||[^|])*(?:\||$)/g) ?? [];
  const texts = found.map(cell => cell.replace(/\|$/, '').replaceAll('\\|', '|').trim());
  return inner.endsWith('|') ? texts : texts.slice(0, -1).concat(texts.at(-1) === '' ? [] : texts.slice(-1));
}

/** A paragraph, or an item of a list, with the lines that continue it. */
function readText(lines: readonly string[], at: number): [Block, number] {
  let end = at + 1;
  while (end < lines.length && continues(lines[end]!)) end++;
  const item = ITEM.exec(lines[at]!);
  const rest = lines.slice(at + 1, end).map(line => line.trim());
  if (!item) return [{ kind: 'paragraph', text: [lines[at]!.trim(), ...rest].join(' ') }, end];
  const [, indent = '', mark = '-', first = ''] = item;
  return [{ kind: 'item', mark, depth: indent.length, text: [first, ...rest].join(' ') }, end];
}

const continues = (line: string): boolean =>
  line.trim() !== '' && !FENCE.test(line) && !HEADING.test(line) && !ITEM.test(line) && !line.startsWith('|');
