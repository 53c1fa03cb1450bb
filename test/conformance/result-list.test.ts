import { expect, it } from 'vitest';
import { describeWorkerStores } from './subjects.ts';

describeWorkerStores('the list of stored values', stores => {
  it('has those of one execution, by pages, each once', async () => {
    const { results } = stores();
    const refs = [];
    for (let n = 0; n < 5; n++) refs.push(await results.put('1', `step_${n}`, { n }));
    await results.put('1', 'step_0', { n: 0 });
    await results.put('2', 'other', 1);
    const uris = refs.map(({ uri }) => uri).sort();
    const first = await results.list('1', { limit: 2 });
    expect(first.map(({ uri }) => uri)).toEqual(uris.slice(0, 2));
    const rest = await results.list('1', { after: uris[1] ?? '', limit: 10 });
    expect(rest.map(({ uri }) => uri)).toEqual(uris.slice(2));
    const known = refs.find(({ uri }) => uri === uris[0]);
    expect(first[0]).toEqual({ uri: known?.uri, sha256: known?.sha256, bytes: known?.bytes });
  });

  it('is empty for an execution that is not there', async () => {
    expect(await stores().results.list('9', { limit: 5 })).toEqual([]);
    expect(await stores().results.list('none', { limit: 5 })).toEqual([]);
  });
});
