import { afterAll } from 'vitest';
import { openMemory } from '../../src/adapters/memory/index.ts';
import type { PlainMapping } from '../../src/common/plain-value.ts';
import { EMPTY_MAPPING } from '../../src/common/plain-value.ts';
import { assemble, type Local } from '../../src/compose/local.ts';
import { playbookFrom, textOf } from './load-playbook.ts';
import { ROOT } from './run-command.ts';

/** The real engine with the real tools, in memory. Other playbooks are found by their path. */
export function useRealTools(playbooks: Readonly<Record<string, string>> = {}) {
  const troubles: unknown[] = [];
  const finder = {
    find: async (path: string) => {
      const text = playbooks[path];
      return text === undefined ? undefined : { text: textOf(text), source: path };
    },
  };
  const local: Local = assemble(
    { stores: openMemory(), incarnation: 0, lastEventId: undefined, finder },
    {
      baseDir: ROOT,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
      onTrouble: (_, error) => troubles.push(error),
    },
  );
  afterAll(() => local.close());
  return {
    local,
    troubles,
    async run(yaml: string, payload: PlainMapping = EMPTY_MAPPING) {
      const request = { playbook: playbookFrom(yaml), text: textOf(yaml), source: 'test.yaml', payload };
      return local.engine.ended(await local.engine.start(request));
    },
  };
}
