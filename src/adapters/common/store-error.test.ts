import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesMatchDocs } from '../../../test/support/codes-match-docs.ts';
import { STORE_ERROR_CODES, StoreError } from './store-error.ts';

describe('errors of stores', () => {
  it('are explained in the reference, each of them and no others', () => {
    const page = readFileSync(new URL('../../../docs/reference/store.md', import.meta.url), 'utf8');
    expect(codesMatchDocs(STORE_ERROR_CODES, page)).toEqual({ undocumented: [], unknown: [] });
  });

  it('say whether trying again may help', () => {
    expect(new StoreError('store_full', '').retryable).toBe(true);
    expect(new StoreError('store_corrupt', '').retryable).toBe(false);
  });
});
