import { expect, it } from 'vitest';
import { codesMatchDocs } from './codes-match-docs.ts';

const page = '# Errors\n\n## How to read one\n\n### `bad_filter`\n\ntext\n\n### `bad_test`\n\ntext\n';

it('is content when every code has a heading and every code heading a code', () => {
  expect(codesMatchDocs(['bad_filter', 'bad_test'], page)).toEqual({ undocumented: [], unknown: [] });
});

it('names a code that the page does not explain', () => {
  expect(codesMatchDocs(['bad_filter', 'bad_test', 'too_deep'], page).undocumented).toEqual(['too_deep']);
});

it('names a heading that explains a code nobody raises', () => {
  expect(codesMatchDocs(['bad_filter'], page).unknown).toEqual(['bad_test']);
});

it('does not take the headings inside an example for codes', () => {
  expect(codesMatchDocs([], '```md\n## `not_a_code`\n```\n').unknown).toEqual([]);
});
