import type { PlainValue } from '../../common/plain-value.ts';
import { toStoredJson } from '../../common/stored-json.ts';
import { isStoreFailure } from '../../ports/store-failure.ts';
import type { SentValue, WriteOrder } from '../write-order.ts';
import type { Ask, Post } from './ask.ts';

/** Characters that fit into a message, whatever it takes to write them there. */
const PIECE_LENGTH = 1 << 20;

/**
 * Has an order with a value carried out. A value that is too long for a message goes before it, in pieces; if
 * the connection is lost on the way, it is sent again, since it is all at hand.
 */
export async function sendValue(
  { ask, shipments }: Post,
  value: PlainValue,
  order: (value: SentValue) => WriteOrder,
): Promise<PlainValue> {
  const text = toStoredJson(value);
  if (text.length <= PIECE_LENGTH) return ask(order(text));
  return shipments.pass(() => sendLong(ask, text, order));
}

async function sendLong(
  ask: Ask,
  text: string,
  order: (value: SentValue) => WriteOrder,
): Promise<PlainValue> {
  for (;;) {
    try {
      return await ask(order({ sent: await sendPieces(ask, text) }));
    } catch (error) {
      if (!isStoreFailure(error) || error.code !== 'control_body_lost') throw error;
    }
  }
}

async function sendPieces(ask: Ask, text: string): Promise<string> {
  const sent = String(await ask({ do: 'begin_value' }));
  for (let from = 0; from < text.length; from += PIECE_LENGTH)
    await ask({ do: 'value_piece', sent, text: text.slice(from, from + PIECE_LENGTH) });
  return sent;
}
