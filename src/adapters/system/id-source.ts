import type { Clock } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/id-source.ts';

/** 2024-01-01: 41 bits of milliseconds last until 2093. */
const EPOCH = 1_704_067_200_000;
const MACHINE_BITS = 10n;
const SEQUENCE_BITS = 12n;
const MAX_SEQUENCE = 2 ** 12 - 1;

/** Machine ids that can be told apart. */
export const MACHINES = 2 ** 10;

export interface IdSourceOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Taken modulo `MACHINES`. Processes of one store that live at the same time need different ones. */
  readonly machine: number;
  /** An id given out earlier: all that follow are larger, even if the clock was set back since. */
  readonly after?: string | undefined;
}

/**
 * Ids of 41 bits of time, 10 of machine, 12 of sequence. They ascend even when the clock jumps back, or
 * more than 4096 are wanted in a millisecond: then the time in them runs ahead of the clock's.
 */
export function createIdSource({ clock, machine, after }: IdSourceOptions): IdSource {
  const machineBits = BigInt(machine % MACHINES) << SEQUENCE_BITS;
  let time = after === undefined ? 0 : Number(BigInt(after) >> (MACHINE_BITS + SEQUENCE_BITS)) + 1;
  let sequence = -1;
  return {
    next: () => {
      const now = clock.now() - EPOCH;
      if (now > time) {
        time = now;
        sequence = 0;
      } else if (sequence < MAX_SEQUENCE) sequence += 1;
      else {
        time += 1;
        sequence = 0;
      }
      return String((BigInt(time) << (MACHINE_BITS + SEQUENCE_BITS)) | machineBits | BigInt(sequence));
    },
  };
}
