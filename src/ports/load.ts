/** What a process has on its hands. Whoever gives it work looks at this first (O3). */
export interface Load {
  /** Executions that it drives and that have not ended. */
  readonly openExecutions: number;
  /** Commands of the worker in this process. */
  readonly commands: WorkLoad;
  /** Commands of workers in processes of their own; those that wait do so for any of them. */
  readonly elsewhere: WorkLoad;
  readonly writes: WriteLoad;
}

/** Commands that run, that wait for a place, and how many may run at once. */
export interface WorkLoad {
  readonly running: number;
  readonly waiting: number;
  readonly slots: number;
}

/** How far the log is behind. */
export interface WriteLoad {
  /** Turns that were handed to the store and are not durable yet. */
  readonly waiting: number;
  /** Milliseconds since the oldest of them was handed over. */
  readonly behind: number;
  /** Why the last write failed, and when; undefined once one has succeeded. */
  readonly trouble: { readonly message: string; readonly at: number } | undefined;
}

export const NO_LOAD: Load = {
  openExecutions: 0,
  commands: { running: 0, waiting: 0, slots: 1 },
  elsewhere: { running: 0, waiting: 0, slots: 0 },
  writes: { waiting: 0, behind: 0, trouble: undefined },
};
