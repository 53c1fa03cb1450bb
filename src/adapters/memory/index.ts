import type { Stores } from '../common/stores.ts';
import { MemoryEventStore } from './event-store.ts';
import { MemoryLogStore } from './log-store.ts';
import { MemoryPlaybookStore } from './playbook-store.ts';
import { MemoryResultStore } from './result-store.ts';

/** Stores that last as long as the process. */
export function openMemory(): Stores {
  const events = new MemoryEventStore();
  const results = new MemoryResultStore();
  const logs = new MemoryLogStore();
  const playbooks = new MemoryPlaybookStore();
  return {
    events,
    results,
    logs,
    playbooks,
    close: async () => {
      await events.close();
      results.close();
      logs.close();
      playbooks.close();
    },
  };
}
