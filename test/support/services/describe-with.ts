import { describe, inject, it } from 'vitest';
import type { Availability, Found, ServiceName, Services } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    services: Services;
    /** True in continuous integration, where leaving tests out is a failure. */
    skipsFail: boolean;
    hostSocket: string;
  }
  interface TaskMeta {
    missingService?: { readonly service: ServiceName; readonly reason: string };
  }
}

/**
 * A suite that needs a program beside npm packages. Without it the suite is skipped, with the reason in the
 * closing summary; in continuous integration its absence is a failing test.
 */
export function describeWith(service: ServiceName, title: string, body: () => void): void {
  const availability = inject('services')[service];
  switch (suiteMode(availability, inject('skipsFail'))) {
    case 'run':
      return void describe(title, body);
    case 'skip':
      return void describe.skip(title, { meta: missing(service, availability) }, body);
    case 'fail':
      return void describe(title, () => {
        it(`needs ${service}, which continuous integration may not skip`, () => {
          throw new Error(`${service} is missing: ${reasonOf(availability)}`);
        });
      });
  }
}

/** What was found of a service; only inside a suite described with it. */
export function found<N extends ServiceName>(service: N): Found[N] {
  const availability: Availability<Found[N]> = inject('services')[service];
  if (availability.available) return availability.found;
  throw new Error(`${service} is missing (${availability.reason}): describe this suite with describeWith`);
}

export function suiteMode(availability: Availability<unknown>, skipsFail: boolean): 'run' | 'skip' | 'fail' {
  if (availability.available) return 'run';
  return skipsFail ? 'fail' : 'skip';
}

function missing(service: ServiceName, availability: Availability<unknown>) {
  return { missingService: { service, reason: reasonOf(availability) } };
}

function reasonOf(availability: Availability<unknown>): string {
  return availability.available ? '' : availability.reason;
}
