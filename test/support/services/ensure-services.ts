import { install, whyNotInstall } from './install.ts';
import { PROBES } from './probes.ts';
import type { Availability, Found, Machine, ServiceName, Services } from './service.ts';

export interface EnsureOptions {
  /** May missing programs be installed? */
  readonly install: boolean;
  /** Tells the person who waits what is being installed. */
  readonly announce: (text: string) => void;
}

/** Finds what the suites need and installs what is missing where that is possible. */
export async function ensureServices(machine: Machine, options: EnsureOptions): Promise<Services> {
  const first = await probeAll(machine);
  const missing = (Object.keys(first) as ServiceName[]).filter(name => !first[name].available);
  if (missing.length === 0) return first;

  const obstacle = whyNotInstall(machine, options.install);
  if (obstacle) return withReason(first, obstacle);
  options.announce(`installing what the tests need: ${missing.join(', ')} (apt-get, once per machine)`);
  const failure = await install(machine, missing);
  const second = await probeAll(machine);
  return failure ? withReason(second, failure) : second;
}

async function probeAll(machine: Machine): Promise<Services> {
  const [python, postgres, nats] = await Promise.all([
    probe('python', machine),
    probe('postgres', machine),
    probe('nats', machine),
  ]);
  return { python, postgres, nats };
}

async function probe<N extends ServiceName>(name: N, machine: Machine): Promise<Availability<Found[N]>> {
  const answer = await PROBES[name](machine);
  return typeof answer === 'string'
    ? { available: false, reason: answer }
    : { available: true, found: answer };
}

function withReason({ python, postgres, nats }: Services, why: string): Services {
  return { python: because(python, why), postgres: because(postgres, why), nats: because(nats, why) };
}

function because<F>(service: Availability<F>, why: string): Availability<F> {
  return service.available ? service : { available: false, reason: `${service.reason}, and ${why}` };
}
