import { mappingOf } from '../../src/common/plain-value.ts';
import { type Local, openLocal } from '../../src/compose/local.ts';
import type { State } from '../../src/core/state.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';

export interface Ran {
  readonly local: Local;
  readonly state: State;
}

/** Runs a playbook with the real tools, in memory or in a directory; `look` sees what it left before it closes. */
export async function runLocally<T>(
  yaml: string,
  look: (ran: Ran) => Promise<T> | T,
  dataDir?: string,
): Promise<T> {
  const troubles: unknown[] = [];
  const { PATH, LANG } = process.env;
  const local = await openLocal({
    dataDir,
    baseDir: '.',
    env: { PATH, LANG },
    onTrouble: (_, error) => troubles.push(error),
  });
  try {
    const playbook = playbookFrom(yaml);
    const text = textOf(yaml);
    const id = await local.engine.start({ playbook, text, source: 'test.yaml', payload: mappingOf([]) });
    const state = await local.engine.ended(id);
    if (troubles.length > 0) throw troubles[0];
    return await look({ local, state });
  } finally {
    await local.close();
  }
}

/** How an execution ended, with its result or its error. */
export const phaseOf = ({ state }: Ran) => state.phase;
