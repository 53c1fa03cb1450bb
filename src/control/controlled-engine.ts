import type { EngineHandle, StartRequest } from '../ports/engine-handle.ts';

/** What a holder must be able to do for others, beside its own work. */
export interface ControlledEngine extends EngineHandle {
  nextId(): string;
  /** Drives an execution that nobody drives, with its family. Whether it was taken up: not if it has ended. */
  takeUp(executionId: string): Promise<boolean>;
  /** Whether the execution is driven here. */
  drives(executionId: string): boolean;
  /** Starts an execution for a command of another one, which may be repeated. */
  startChild(request: StartRequest, commandId: string): Promise<string>;
  /** A child has been started for a command: it ends if the command is cancelled. */
  adopt(commandId: string, executionId: string): void;
}
