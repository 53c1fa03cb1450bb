/** What an interpreter says about itself after a call. */
export interface Wear {
  /** Resident bytes. */
  readonly memory: number;
  /** Threads that the code left running. */
  readonly threads: number;
}

/** Modules leak a little; a process that has run this often is replaced. */
const MAX_CALLS = 1000;
/** Python gives memory back to the system late or never. */
const MAX_MEMORY = 512 * 2 ** 20;

/** Whether the process should not run another call. */
export const isWorn = (calls: number, { memory, threads }: Wear): boolean =>
  calls >= MAX_CALLS || memory > MAX_MEMORY || threads > 0;
