import { defineFunction } from '../builtin.ts';
import { valueError } from '../error.ts';
import { flagOr, integerOr } from '../methods/arguments.ts';
import { capitalize } from '../methods/text/case.ts';

const WORDS = (
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et ' +
  'dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea ' +
  'commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum fugiat nulla pariatur ' +
  'excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id est laborum'
).split(' ');

/** A small generator with a fixed seed: filler text is the same in every evaluation. */
function numbers(): (below: number) => number {
  let state = 20240131;
  return below => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

function paragraph(length: number, below: (n: number) => number): string {
  const sentences: string[] = [];
  for (let left = length; left > 0; ) {
    const size = Math.min(left, 6 + below(10));
    const words = Array.from({ length: size }, () => WORDS[below(WORDS.length)] as string);
    sentences.push(`${capitalize(words.join(' '))}.`);
    left -= size;
  }
  return sentences.join(' ');
}

/** Characters per word, at most. */
const WORD_SIZE = 16;

export const lipsum = defineFunction(
  'lipsum',
  ['n?', 'html?', 'min?', 'max?'],
  ([n, html, min, max], runtime) => {
    const count = Math.max(0, integerOr(n, 5, "the argument 'n' of 'lipsum'"));
    const least = integerOr(min, 20, "the argument 'min' of 'lipsum'");
    const most = integerOr(max, 100, "the argument 'max' of 'lipsum'");
    if (least < 0 || most <= least) valueError("'lipsum' needs a 'min' below its 'max'");
    runtime.produce(Math.max(1, count) * (most * WORD_SIZE + 10));
    const below = numbers();
    const texts = Array.from({ length: count }, () => paragraph(least + below(most - least), below));
    return flagOr(html, true) ? texts.map(text => `<p>${text}</p>`).join('\n') : texts.join('\n\n');
  },
);
