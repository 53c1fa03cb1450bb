import { describe, expect, it } from 'vitest';
import { readEncryptionKeys, withoutEncryptionKeys } from './encryption-keys.ts';

describe('keys in the environment', () => {
  it('are one that seals, and older ones by commas', () => {
    const env = { NOETL_ENCRYPTION_KEY: 'a', NOETL_ENCRYPTION_OLD_KEYS: ' b, ,c' };
    expect(readEncryptionKeys(env)).toEqual({ current: 'a', older: ['b', 'c'] });
    expect(readEncryptionKeys({ NOETL_ENCRYPTION_KEY: '' })).toEqual({ current: undefined, older: [] });
  });

  it('are not handed to programs and templates', () => {
    const env = { NOETL_ENCRYPTION_KEY: 'a', NOETL_ENCRYPTION_OLD_KEYS: 'b', PATH: '/bin' };
    expect(withoutEncryptionKeys(env)).toEqual({ PATH: '/bin' });
  });
});
