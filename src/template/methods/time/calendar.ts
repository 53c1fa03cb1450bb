const DAY = 86_400_000;

/** The day of the year, from 1. */
export function dayOfYear(date: Date): number {
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return Math.round((midnight - startOfYear(date.getUTCFullYear())) / DAY) + 1;
}

/** `Date.UTC` takes the years 0 to 99 for 1900 to 1999. */
function startOfYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

/** Monday is 1 and Sunday 7. */
export const isoWeekday = (date: Date): number => date.getUTCDay() || 7;

/** The week by ISO 8601, and the year it belongs to: the year of its Thursday. */
export function isoWeek(date: Date): { year: number; week: number } {
  const thursday = new Date(date.getTime() + (4 - isoWeekday(date)) * DAY);
  return { year: thursday.getUTCFullYear(), week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 };
}
