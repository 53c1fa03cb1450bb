import type { Client } from '../../client/index.ts';
import { assertNever } from '../../common/assert-never.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import { parseCommandId } from '../../core/command.ts';
import type { Steering } from '../../core/decide/input.ts';
import type { RunOutcome } from '../../core/event.ts';

/** What can be done to an execution of a server. */
export type SteeringOnServer = Extract<
  Steering,
  { readonly kind: 'cancel' | 'timeout' | 'pause' | 'resume' | 'signal' | 'set_ctx' | 'callback' }
>;

/** Resolves when it is durable. */
export async function sendInput(client: Client, id: string, input: SteeringOnServer): Promise<void> {
  const params = { id };
  switch (input.kind) {
    case 'cancel':
      await client.call('executions.cancel', { params, body: reasonOf(input) });
      return;
    case 'timeout':
      // The API has no word for it; what is over time is ended all the same.
      await client.call('executions.cancel', { params, body: { reason: 'its time is up' } });
      return;
    case 'pause':
      await client.call('executions.pause', { params, body: reasonOf(input) });
      return;
    case 'resume':
      await client.call('executions.resume', { params, body: {} });
      return;
    case 'signal': {
      const { name, data } = input;
      await client.call('executions.signal', { params: { id, name }, body: { data } });
      return;
    }
    case 'callback': {
      const { step = '', iteration } = parseCommandId(input.commandId) ?? {};
      const query = iteration === undefined ? {} : { iteration };
      await client.call('callbacks.answer', { params: { id, step }, query, body: bodyOf(input.outcome) });
      return;
    }
    case 'set_ctx':
      await client.call('vars.set', { params: { execution_id: id }, body: { variables: input.values } });
      return;
    default:
      assertNever(input, 'what is sent to an execution');
  }
}

function bodyOf(outcome: RunOutcome): { data?: PlainValue; error?: PlainValue } {
  if (outcome.status === 'FAILED') return { error: outcome.error.message };
  return outcome.result.kind === 'inline' ? { data: outcome.result.data } : {};
}

const reasonOf = ({ reason }: { readonly reason?: string }) => (reason === undefined ? {} : { reason });
