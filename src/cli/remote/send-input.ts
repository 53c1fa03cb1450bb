import type { Client } from '../../client/index.ts';
import { assertNever } from '../../common/assert-never.ts';
import type { Steering } from '../../core/decide/input.ts';

/** What can be done to an execution of a server. */
export type SteeringOnServer = Extract<
  Steering,
  { readonly kind: 'cancel' | 'timeout' | 'pause' | 'resume' | 'signal' | 'set_ctx' }
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
    case 'set_ctx':
      await client.call('vars.set', { params: { execution_id: id }, body: { variables: input.values } });
      return;
    default:
      assertNever(input, 'what is sent to an execution');
  }
}

const reasonOf = ({ reason }: { readonly reason?: string }) => (reason === undefined ? {} : { reason });
