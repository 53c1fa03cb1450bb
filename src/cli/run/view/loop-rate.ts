/** How far a loop was at a time. */
export interface Sample {
  readonly at: number;
  readonly done: number;
}

/** The rate is that of the last seconds: a loop that has slowed down says so. */
const WINDOW_MS = 15_000;
/** Samples closer to each other than this are one. */
const SPACING_MS = 250;

/** The samples with one more, those that are too old or too close left out. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const recent = samples.filter(
    ({ at }, index) => at > sample.at - WINDOW_MS || index === samples.length - 1,
  );
  const last = recent.at(-1);
  const isClose =
    recent.length > 1 && last !== undefined && sample.at - (recent.at(-2)?.at ?? 0) < SPACING_MS;
  return [...(isClose ? recent.slice(0, -1) : recent), sample];
}

/** Items per second, or undefined while nothing can be said. */
export function rateOf(samples: readonly Sample[], now: number): number | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.done === first.done) return undefined;
  const elapsed = Math.max(now, last.at) - first.at;
  return elapsed > 0 ? ((last.done - first.done) * 1000) / elapsed : undefined;
}

/** Milliseconds until the rest is done at that rate. */
export const timeLeft = (left: number, rate: number | undefined): number | undefined =>
  rate === undefined || rate <= 0 ? undefined : (left / rate) * 1000;
