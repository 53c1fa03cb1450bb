import type { WriteLoad } from '../../ports/load.ts';
import { notFound } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';
import type { ServerServices } from '../services.ts';
import { systemStatus } from '../system-status.ts';

/** Writes that wait for one commit at most; more of them are behind. */
const FULL_GROUP = 1_000;
/** Milliseconds for which a failed write counts, if nobody has written since. */
const TROUBLE_LASTS = 30_000;

export const healthHandlers: ChapterHandlers<'health'> = {
  'health.live': () => ({ status: 'ok' }),
  'health.ready': async ({ services, reply }) => {
    const trouble = (await cannotRead(services)) ?? cannotWrite(services);
    if (trouble) reply.code(503);
    return {
      status: trouble ? 'unhealthy' : 'ok',
      database: trouble ? 'disconnected' : 'connected',
      uptime_seconds: Math.round(process.uptime()),
      version: services.version,
      ...(trouble ? { trouble } : {}),
    };
  },
  'health.status': () => systemStatus(),
  'health.pool': ({ services }) => poolStatus(services.load().writes),
  'health.metrics': async ({ services, reply }) => {
    if (!services.metrics) throw notFound('metrics are switched off (NOETL_DISABLE_METRICS)');
    reply.type('text/plain; version=0.0.4; charset=utf-8');
    return services.metrics();
  },
};

const cannotRead = ({ events }: ServerServices): Promise<string | undefined> =>
  events.list({ limit: 1 }).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

function cannotWrite({ load, clock }: ServerServices): string | undefined {
  const { trouble } = load().writes;
  return trouble && clock.now() - trouble.at < TROUBLE_LASTS ? trouble.message : undefined;
}

/** One connection writes, for everybody who waits, in groups. */
function poolStatus({ waiting }: WriteLoad) {
  const utilization = Math.min(1, waiting / FULL_GROUP);
  return {
    pool_min: 1,
    pool_max: 1,
    pool_size: 1,
    pool_available: waiting === 0 ? 1 : 0,
    requests_waiting: waiting,
    utilization,
    slots_available: Math.max(0, FULL_GROUP - waiting),
    status:
      utilization >= 1 ? ('saturated' as const) : utilization > 0.5 ? ('busy' as const) : ('ok' as const),
  };
}
