import type { KeychainScope, KeychainSummary } from '../../ports/keychain-store.ts';
import { columnText } from './column-text.ts';
import { type SqlCell, type SqlRow, toId, toNumber, toText } from './connection.ts';

/** In the place of the execution of what belongs to none; ids are never below 0. */
export const NOBODY = -1n;

/** A row of the keychain without its values, in the order of the columns that are read. */
export function summaryOf(row: SqlRow): KeychainSummary {
  const [id, playbook, name, scope, execution, isGiven, kind, holds, autoRenew, created, updated, expires] =
    row;
  return {
    id: toId(id),
    playbook: textIn(playbook),
    name: textIn(name),
    scope: toText(scope) as KeychainScope,
    executionId: execution === NOBODY ? undefined : toId(execution),
    isGiven: toNumber(isGiven) === 1,
    kind: textIn(kind),
    holds: toText(holds) as KeychainSummary['holds'],
    autoRenew: toNumber(autoRenew) === 1,
    createdAt: toNumber(created),
    updatedAt: toNumber(updated),
    expiresAt: toNumber(expires),
    accessedAt: row[12] === null ? undefined : toNumber(row[12]),
    accessCount: toNumber(row[13]),
  };
}

export const sealedOf = (row: SqlRow): string => toText(row[14]);

const textIn = (cell: SqlCell | undefined): string => columnText.read(toText(cell));
