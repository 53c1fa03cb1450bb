import type { TestServer } from '../../support/test-server.ts';
import type { ChapterExamples } from './example.ts';

/** An execution whose step waits to be called back, and the token for that. */
async function calledBack(server: TestServer): Promise<{ readonly id: string; readonly token: string }> {
  const id = await server.test.start('workflow:\n  - { step: job, tool: { kind: echo, callback: true } }\n');
  const issued = (await server.test.events(id)).find(({ type }) => type === 'command.issued');
  const { commandId } = issued as { readonly commandId: string };
  return { id, token: server.test.callbackTokens.tokenOf(commandId) };
}

export const callbacksExamples: ChapterExamples<'callbacks'> = {
  'callbacks.deliver': async server => {
    const { token } = await calledBack(server);
    return { params: { token }, body: { data: { url: 'u' } } };
  },
  'callbacks.answer': async server => {
    const { id } = await calledBack(server);
    return { params: { id, step: 'job' }, body: { status: 'error', error: 'the job broke' } };
  },
};
