import { expect, it } from 'vitest';
import { anchors, fences, linkTargets } from './markdown.ts';

it('finds links, pictures and references, but none in code', () => {
  const text = [
    '[a](one.md) ![b](two.svg "title") <img src="three.png"> [d]: four.md',
    '[r]: five.md',
    '`[no](code.md)` and ``[no](`code`.md)``',
    '```md\n[no](fence.md)\n```',
  ].join('\n');
  expect(linkTargets(text)).toEqual(['one.md', 'two.svg', 'five.md', 'three.png']);
});

it('names headings as GitHub does', () => {
  const text = '# One Two!\n## `a_code`\n## Same\n## Same\n## With [a link](x.md)\n```\n# not one\n```\n';
  expect([...anchors(text)]).toEqual(['one-two', 'a_code', 'same', 'same-1', 'with-a-link']);
});

it('reads the words behind a fence and where the block stands', () => {
  expect(fences('text\n\n```sh no-run\nls\n```\n\n```text output\na\n```\nword\n```\nb\n```\n')).toEqual([
    { info: ['sh', 'no-run'], body: 'ls\n', line: 3, followsPrevious: false },
    { info: ['text', 'output'], body: 'a\n', line: 7, followsPrevious: true },
    { info: [], body: 'b\n', line: 11, followsPrevious: false },
  ]);
});

it('does not end a block at a shorter fence inside it', () => {
  expect(fences('````md\n```sh\nls\n```\n````\n')).toHaveLength(1);
});
