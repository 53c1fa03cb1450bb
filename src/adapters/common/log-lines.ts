import type { LogLine } from '../../ports/log-store.ts';

/** Half of what is kept of one command's attempt: its head, and as much of its tail. */
export const HALF_OF_LOG = 5 * 1024 * 1024;

/** What a line counts: its text, and what it takes to keep even an empty one. */
export const sizeOf = ({ text }: LogLine): number => Buffer.byteLength(text) + 32;
