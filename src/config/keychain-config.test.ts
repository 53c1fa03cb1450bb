import { describe, expect, it } from 'vitest';
import { readKeychainConfig } from './keychain-config.ts';

const thresholdOf = (written?: string) =>
  readKeychainConfig(written === undefined ? {} : { NOETL_KEYCHAIN_REFRESH_THRESHOLD: written })
    .refreshThreshold;

describe('the configuration of the keychain', () => {
  it('renews five minutes before the end unless it says otherwise', () => {
    expect(thresholdOf()).toBe(300_000);
    expect(thresholdOf('')).toBe(300_000);
    expect(thresholdOf('60')).toBe(60_000);
    expect(thresholdOf('2m')).toBe(120_000);
    expect(thresholdOf('0')).toBe(0);
  });

  it('refuses what is no time', () => {
    expect(() => thresholdOf('soon')).toThrow(
      "NOETL_KEYCHAIN_REFRESH_THRESHOLD must be seconds, or a time such as 5m, not 'soon'",
    );
  });
});
