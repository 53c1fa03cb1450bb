import type { Input } from '../core/decide/input.ts';
import type { ReportTo } from '../ports/dispatcher.ts';
import type { Patience } from './patience.ts';

/** Sees how reports of workers get into the log. It must not throw, and should not take long. */
export interface ReportWatcher {
  /** The store could not take one, and is asked again. */
  retried(): void;
  /** One is recorded, or has been given up. */
  ended(milliseconds: number, isRecorded: boolean): void;
}

/** Work that is done is not lost because the store cannot take the report just now. */
export const patientReports =
  (
    patience: Patience,
    send: (executionId: string, inputs: readonly Input[]) => Promise<void>,
    watcher?: ReportWatcher,
  ): ReportTo =>
  async (executionId, inputs) => {
    const began = performance.now();
    const end = (isRecorded: boolean): boolean => {
      watcher?.ended(performance.now() - began, isRecorded);
      return isRecorded;
    };
    const record = () => send(executionId, inputs);
    try {
      await patience.insist(executionId, record, () => watcher?.retried());
      return end(true);
    } catch {
      // Whoever runs the engine has been told, of this failure and of those before it.
      return end(false);
    }
  };
