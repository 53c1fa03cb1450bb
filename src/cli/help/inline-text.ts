import type { Paint } from '../output/paint.ts';
import { textWidth } from '../output/text-width.ts';

/** A word and what it looks like; painting does not count in its width. */
export interface Word {
  readonly text: string;
  readonly painted: string;
}

const INLINE = /(`+)(.+?)\1|\*\*(.+?)\*\*|!?\[([^\]]*)\]\([^)]*\)|\*([^*\s][^*]*)\*/g;

/** The words of a line of Markdown: code keeps its backticks, links become their text. */
export function inlineWords(markdown: string, paint: Paint): readonly Word[] {
  const words: Word[] = [];
  let glued = false;
  const add = (text: string, style: (text: string) => string) => {
    for (const [index, part] of text.split(/\s+/).entries()) {
      if (index > 0) glued = false;
      if (part === '') continue;
      const last = words.at(-1);
      if (glued && last)
        words[words.length - 1] = { text: last.text + part, painted: last.painted + style(part) };
      else words.push({ text: part, painted: style(part) });
      glued = true;
    }
  };
  let from = 0;
  for (const match of markdown.matchAll(INLINE)) {
    add(markdown.slice(from, match.index), plain);
    const [whole, , code, bold, link, slanted] = match;
    if (code !== undefined) addCode(words, `\`${code.trim()}\``, glued, paint);
    else if (bold !== undefined) add(bold.replaceAll('`', ''), paint.bold);
    else add(link?.replaceAll('`', '') ?? slanted ?? '', plain);
    glued = true;
    from = match.index + whole.length;
  }
  add(markdown.slice(from), plain);
  return words;
}

/** Code is not broken over lines. */
function addCode(words: Word[], code: string, glued: boolean, paint: Paint): void {
  const painted = paint.enabled ? paint.yellow(code.slice(1, -1)) : code;
  const text = paint.enabled ? code.slice(1, -1) : code;
  const last = words.at(-1);
  if (glued && last) words[words.length - 1] = { text: last.text + text, painted: last.painted + painted };
  else words.push({ text, painted });
}

const plain = (text: string): string => text;

/** Words in lines of at most `width` cells. A word that is longer has a line of its own. */
export function wrapWords(words: readonly Word[], width: number): readonly Word[] {
  const lines: Word[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last && textWidth(last.text) + 1 + textWidth(word.text) <= width) {
      lines[lines.length - 1] = {
        text: `${last.text} ${word.text}`,
        painted: `${last.painted} ${word.painted}`,
      };
    } else lines.push(word);
  }
  return lines;
}
