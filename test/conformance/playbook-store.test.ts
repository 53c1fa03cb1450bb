import { expect, it } from 'vitest';
import { HOSTILE_TEXTS } from './hostile.ts';
import { describeStores } from './subjects.ts';

describeStores('the playbook store', stores => {
  it('gives back the text that was kept under a hash', async () => {
    const playbook = { text: 'metadata:\n  name: a\n', source: 'a.yaml' };
    await stores().playbooks.keep('h1', playbook);
    expect(await stores().playbooks.find('h1')).toEqual(playbook);
  });

  it('knows nothing of other hashes', async () => {
    await stores().playbooks.keep('h1', { text: 'a', source: 'a.yaml' });
    expect(await stores().playbooks.find('h2')).toBeUndefined();
    expect(await stores().playbooks.find('')).toBeUndefined();
  });

  it('keeps the first of several texts with the same model', async () => {
    const { playbooks } = stores();
    const kept = Array.from({ length: 5 }, (_, i) => playbooks.keep('h1', { text: `# ${i}`, source: 'a' }));
    await Promise.all(kept);
    expect(await playbooks.find('h1')).toEqual({ text: '# 0', source: 'a' });
  });

  it('keeps hostile texts as they are', async () => {
    const { playbooks } = stores();
    for (const text of HOSTILE_TEXTS) await playbooks.keep(`h${text}`, { text, source: text });
    for (const text of HOSTILE_TEXTS)
      expect(await playbooks.find(`h${text}`)).toEqual({ text, source: text });
  });

  it('keeps a text of several megabytes', async () => {
    const text = 'key: "\\u00e9 value"\n'.repeat(200_000);
    await stores().playbooks.keep('h1', { text, source: 'a' });
    expect((await stores().playbooks.find('h1'))?.text === text).toBe(true);
  });

  it('says so when it is used after it was closed', async () => {
    const { playbooks } = stores();
    await stores().close();
    await expect(playbooks.keep('h', { text: '', source: '' })).rejects.toMatchObject({
      code: 'store_closed',
    });
    await expect(playbooks.find('h')).rejects.toMatchObject({ code: 'store_closed' });
  });
});
