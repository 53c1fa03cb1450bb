import type { PlainValue } from '../../common/plain-value.ts';
import { LIMITS } from '../limits.ts';
import { asStoreFailure } from '../told-failure.ts';
import type { WriteOrder } from '../write-order.ts';
import { Turnstile } from './turnstile.ts';

/** Has the holder carry out an order, whoever it is by then, and gives its answer. */
export type Ask = (order: WriteOrder) => Promise<PlainValue>;

/** How stores reach the holder. */
export interface Post {
  readonly ask: Ask;
  /** Lets through as many bodies and long values at a time as a connection may send. */
  readonly shipments: Turnstile;
}

/** Requests at a time: part of what a connection may have under way, so that others find room beside them. */
const REQUESTS = LIMITS.requestsUnderWay / 4;

/** Asks for no more at a time than the holder takes; what goes wrong is a failure of a store. */
export function openPost(ask: Ask): Post {
  const requests = new Turnstile(REQUESTS);
  return {
    ask: async order => {
      try {
        return await requests.pass(() => ask(order));
      } catch (error) {
        throw asStoreFailure(error);
      }
    },
    shipments: new Turnstile(LIMITS.shipments),
  };
}
