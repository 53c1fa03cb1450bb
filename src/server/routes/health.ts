import type { ChapterHandlers } from '../implement.ts';

export const healthHandlers: ChapterHandlers<'health'> = {
  'health.live': () => ({ status: 'ok' }),
  'health.ready': async ({ services, reply }) => {
    const isConnected = await services.events.list({ limit: 1 }).then(
      () => true,
      () => false,
    );
    if (!isConnected) reply.code(503);
    return {
      status: isConnected ? 'ok' : 'unhealthy',
      database: isConnected ? 'connected' : 'disconnected',
      uptime_seconds: Math.round(process.uptime()),
      version: services.version,
    };
  },
};
