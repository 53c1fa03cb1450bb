import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fileError } from '../common/file-error.ts';
import { FileKeyring } from './file-keyring.ts';

describe('a key that cannot be written', () => {
  it('is a failure of the store, so that whoever needs it is told what to do', () => {
    const folder = mkdtempSync(join(tmpdir(), 'noetl-keyring-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const keyring = new FileKeyring(join(folder, 'gone', 'key'));
    expect(() => keyring.current()).toThrow(
      expect.objectContaining({
        code: 'store_directory_unusable',
        message: expect.stringMatching(/key: the directory is not there any more/),
      }),
    );
  });

  it.each([
    ['ENOSPC', 'store_full', true],
    ['EROFS', 'store_read_only', false],
    ['EACCES', 'store_directory_unusable', false],
    ['EIO', 'store_failed', true],
  ])('for the reason %s is %s', (reason, code, retryable) => {
    const error = Object.assign(new Error('i/o'), { code: reason });
    expect(fileError(error, '/data/key')).toMatchObject({ code, retryable, cause: error });
  });
});
