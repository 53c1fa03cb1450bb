import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openCallbackTokens, SignedCallbackTokens } from './callback-tokens.ts';
import { MemoryKeyring } from './keyring.ts';

describe('tokens of callbacks', () => {
  const directory = mkdtempSync(join(tmpdir(), 'noetl-callback-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('name their command, and fit into an address', () => {
    const tokens = new SignedCallbackTokens(new MemoryKeyring());
    for (const id of ['1:a:2', '1:schön:2:i3', '']) {
      if (id !== '') expect(tokens.commandOf(tokens.tokenOf(id))).toBe(id);
      expect(encodeURIComponent(tokens.tokenOf(id))).toBe(tokens.tokenOf(id));
    }
  });

  it('are refused if anything of them was changed, or another key made them', () => {
    const tokens = new SignedCallbackTokens(new MemoryKeyring());
    const token = tokens.tokenOf('1:a:2');
    const [id, proof] = token.split('.') as [string, string];
    const forged = [
      `${Buffer.from('1:b:2').toString('base64url')}.${proof}`,
      `${id}.${proof.slice(0, -2)}`,
      `${id}.${proof.startsWith('A') ? 'B' : 'A'}${proof.slice(1)}`,
      id,
      `${id}.`,
      '.',
      '',
      new SignedCallbackTokens(new MemoryKeyring()).tokenOf('1:a:2'),
    ];
    for (const each of forged) expect(tokens.commandOf(each)).toBeUndefined();
  });

  it('are the same in every process on a data directory, by a key that its owner alone can read', () => {
    const token = openCallbackTokens(directory).tokenOf('1:a:2');
    expect(openCallbackTokens(directory).commandOf(token)).toBe('1:a:2');
    const file = join(directory, 'callback-key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('Signs the addresses');
  });
});
