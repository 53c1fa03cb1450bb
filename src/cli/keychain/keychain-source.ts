import type { Static } from '@sinclair/typebox';
import type * as schema from '../../api/schemas/keychain.ts';

export type Entry = Static<typeof schema.KeychainEntryBody>;
export type Listed = Static<typeof schema.KeychainListBody>;
export type Found = Static<typeof schema.KeychainFoundBody>;
export type Removed = Static<typeof schema.KeychainRemovedBody>;

export interface Place {
  readonly execution_id?: string;
  readonly scope_type?: 'local' | 'global' | 'shared';
}

/** The resolved secrets of one playbook, in a data directory or at a server. It speaks the words of the API. */
export interface KeychainSource {
  list(place: Place): Promise<Listed>;
  get(name: string, place: Place): Promise<Found>;
  remove(name: string, place: Place): Promise<Removed>;
}
