import type { EngineHandle } from '../ports/engine-handle.ts';

/** What a holder must be able to do for others, beside its own work. */
export interface ControlledEngine extends EngineHandle {
  nextId(): string;
  /** Drives an execution that nobody drives, with its family. Whether it was taken up: not if it has ended. */
  takeUp(executionId: string): Promise<boolean>;
  /** Whether the execution is driven here. */
  drives(executionId: string): boolean;
}
