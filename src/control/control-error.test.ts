import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codesMatchDocs } from '../../test/support/codes-match-docs.ts';
import { CONTROL_ERROR_CODES } from './control-error.ts';

it('errors of handing over are explained in the reference, each of them and no others', () => {
  const page = readFileSync(new URL('../../docs/reference/control.md', import.meta.url), 'utf8');
  expect(codesMatchDocs(CONTROL_ERROR_CODES, page)).toEqual({ undocumented: [], unknown: [] });
});
