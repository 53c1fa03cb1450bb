import { deliverCallback } from '../callbacks/deliver.ts';
import { commandOfStep, commandOfToken } from '../callbacks/find-command.ts';
import type { ChapterHandlers } from '../implement.ts';

export const callbacksHandlers: ChapterHandlers<'callbacks'> = {
  'callbacks.deliver': async ({ services, params, body }) =>
    deliverCallback(services, await commandOfToken(services, params.token), body ?? {}),
  'callbacks.answer': async ({ services, params, query, body }) =>
    deliverCallback(
      services,
      await commandOfStep(services, params.id, params.step, query.iteration),
      body ?? {},
    ),
};
