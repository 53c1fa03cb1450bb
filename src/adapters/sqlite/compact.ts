import { setImmediate } from 'node:timers/promises';
import { type Connection, toNumber } from './connection.ts';
import * as sql from './sql/pragmas.ts';

/** Makes a file as small as its content, a bit at a time: whoever else uses the process gets a turn between. */
export async function compact(connection: Connection): Promise<void> {
  const [mode] = connection.prepare(sql.AUTO_VACUUM).get() ?? [];
  if (toNumber(mode) === sql.INCREMENTAL) await giveFreePagesBack(connection);
  else connection.exec(sql.VACUUM);
  connection.exec(sql.CHECKPOINT);
}

async function giveFreePagesBack(connection: Connection): Promise<void> {
  const freePages = connection.prepare(sql.FREE_PAGES);
  const count = () => toNumber(freePages.get()?.[0]);
  // It ends also where others free pages all the time.
  for (let left = count(), before = left + 1; left > 0 && left < before; ) {
    connection.exec(sql.VACUUM_A_BIT);
    await setImmediate();
    [before, left] = [left, count()];
  }
}
