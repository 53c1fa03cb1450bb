import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TEMPLATE_ERROR_CODES } from '../../src/template/index.ts';
import { codesMatchDocs } from '../support/codes-match-docs.ts';

it('every code of a template error is explained in the reference, and no other', () => {
  const page = readFileSync(new URL('../../docs/reference/template-errors.md', import.meta.url), 'utf8');
  expect(codesMatchDocs(Object.keys(TEMPLATE_ERROR_CODES), page)).toEqual({ undocumented: [], unknown: [] });
});
