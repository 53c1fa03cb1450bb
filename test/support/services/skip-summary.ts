export interface Skips {
  /** One entry per suite that was left out because a service is missing. */
  readonly suites: readonly { readonly service: string; readonly reason: string }[];
  /** Tests that were left out by hand, with `it.skip` or `it.todo`. */
  readonly testsByHand: readonly string[];
}

export interface SkipVerdict {
  readonly lines: readonly string[];
  readonly failed: boolean;
}

/** What the closing summary says about everything that did not run. */
export function summariseSkips({ suites, testsByHand }: Skips, skipsFail: boolean): SkipVerdict {
  const lines: string[] = [];
  if (suites.length > 0) {
    const reasons = [...new Set(suites.map(({ service, reason }) => `${service}: ${reason}`))];
    lines.push(`skipped suites: ${suites.length} (${reasons.join('; ')})`);
  }
  if (testsByHand.length > 0) {
    lines.push(`tests skipped by hand: ${testsByHand.length} (${testsByHand.join('; ')})`);
  }
  const failed = skipsFail && lines.length > 0;
  if (failed) lines.push('In continuous integration a skip is a failure.');
  return { lines, failed };
}
