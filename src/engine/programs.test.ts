import { expect, it } from 'vitest';
import { textOf } from '../../test/support/load-playbook.ts';
import { openMemory } from '../adapters/memory/index.ts';
import { load } from '../playbook/index.ts';
import { Programs } from './programs.ts';

const keptAs = async (text: string) => {
  const { playbooks } = openMemory();
  await playbooks.keep('1', { text, source: 'a.yaml' });
  return new Programs(playbooks);
};

it('an execution goes on with a playbook that was accepted before a rule forbade it', async () => {
  const text = textOf(`workflow:
  - step: a
    tool:
      - { name: ask, kind: signal }
      - { name: after, kind: noop }`);
  expect(load(text).problems).toMatchObject([{ code: 'wait_place' }]);
  const { playbook } = await (await keptAs(text)).find('1');
  expect(playbook.workflow).toMatchObject([{ name: 'a' }]);
});

it('what cannot be read is told with its place', async () => {
  await expect((await keptAs('workflow: [')).find('1')).rejects.toThrow(/^a\.yaml:1:/);
});
