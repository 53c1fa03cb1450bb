/**
 * What a process has begun and not yet had recorded. In one process issuing is leasing, so the log does not tell
 * what was under way when a process died from what only waited for a place; this does. It survives the death of
 * the process, not that of the machine.
 */
export interface BegunWork {
  /** Before the tool runs: what is not noted has not begun. Throws if it cannot be noted. */
  begin(commandId: string): void;
  /** What came of it is recorded, durably. */
  recorded(commandId: string): void;
  /** Whether `owner`, a process that is gone, had begun the command. Undefined: nobody can tell. */
  hadBegun(owner: string, commandId: string): boolean | undefined;
  close(): void;
}
