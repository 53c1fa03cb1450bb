import type { Problem } from '../../common/problem.ts';
import { load } from '../load.ts';
import type { Playbook } from '../model.ts';
import { pathProblem } from './catalog-reference.ts';
import { readContent, type SentText } from './read-document.ts';

/** What is said about a text that was sent, plain or in base64: all of it. */
export interface Judgement {
  readonly text: string;
  /** Absent if there are errors. */
  readonly playbook: Playbook | undefined;
  readonly problems: readonly Problem[];
}

/** Whether a text may stand in the catalog: a valid playbook, with a path that can be one. */
export const judgeContent = (content: string, file?: string): Judgement =>
  judgeText(readContent(content), file);

export function judgeText({ text, parsed }: SentText, file?: string): Judgement {
  const name = file === undefined ? {} : { file };
  const { playbook, problems, positions } = load(text, { ...name, parsed });
  const why = playbook && pathProblem(playbook.metadata.path);
  if (!playbook || why === undefined) return { text, playbook, problems };
  const wrong: Problem = {
    severity: 'error',
    code: 'wrong_value',
    message: `\`${playbook.metadata.path}\` cannot be a path in the catalog: ${why}`,
    ...name,
    ...placeOf(text, positions.rangeOfValue(playbook.metadata, 'path')?.start ?? 0),
    hint: 'write `metadata.path` as names separated by slashes, such as `shop/order`',
  };
  return { text, playbook: undefined, problems: [...problems, wrong] };
}

/** As problems of the loader show it. */
function placeOf(text: string, offset: number): Pick<Problem, 'line' | 'column' | 'frame'> {
  const before = text.slice(0, offset).split('\n');
  const [line, column] = [before.length, (before.at(-1) ?? '').length + 1];
  const gutter = String(line);
  const written = text.split('\n')[line - 1] ?? '';
  const blank = ' '.repeat(gutter.length);
  return { line, column, frame: `${gutter} | ${written}\n${blank} | ${' '.repeat(column - 1)}^` };
}
