import type { Paint } from '../output/paint.ts';
import { exact } from './output.ts';

/** `2026-11-16 00:18:54Z`: UTC, to the second. */
export const timeText = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}Z`;

/** `00:18:54.123`: the time of day in UTC, to the millisecond. */
export const clockText = (at: number): string => new Date(at).toISOString().slice(11, 23);

/** A value in one line of at most `most` characters; what is left out is counted. */
export function preview(value: unknown, most: number): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value, exact) ?? '');
  return text.length <= most ? text : `${text.slice(0, most - 1)}… (${text.length} characters)`;
}

const COLOURS: Readonly<Record<string, 'yellow' | 'green' | 'red' | 'dim'>> = {
  RUNNING: 'yellow',
  PAUSED: 'yellow',
  COMPLETED: 'green',
  FAILED: 'red',
  CANCELLED: 'dim',
  SKIPPED: 'dim',
  PENDING: 'dim',
};

/** Colours a text by a status in the words of the API. */
export const statusPaint = (paint: Paint, status: string): ((text: string) => string) => {
  const colour = COLOURS[status];
  return colour === undefined ? text => text : text => paint[colour](text);
};
