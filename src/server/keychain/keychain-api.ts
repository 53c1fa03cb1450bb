import type { Static } from '@sinclair/typebox';
import type * as schema from '../../api/schemas/keychain.ts';
import { rootFinder } from '../../engine/root-of.ts';
import { load } from '../../playbook/load.ts';
import type { CatalogEntry, CatalogStore } from '../../ports/catalog.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { KeychainScope, KeychainStore, KeychainSummary } from '../../ports/keychain-store.ts';
import { HttpError, notFound } from '../http-error.ts';
import { entryBody, foundBody, type KeychainTarget } from './answers.ts';
import { chooseSecret, isThere, type Place } from './choose-secret.ts';
import { readSecret, scopeOf, wrong } from './read-secret.ts';

export interface KeychainServices {
  readonly keychain: Pick<KeychainStore, 'list' | 'open' | 'put' | 'remove'>;
  readonly catalog: Pick<CatalogStore, 'findById'>;
  readonly events: Pick<EventStore, 'summary'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** As requests say it. */
export interface GivenPlace {
  readonly execution_id?: string;
  readonly scope_type?: Static<typeof schema.GivenScope>;
}

type NewSecretBody = Static<typeof schema.NewKeychainBody>;

const LIMIT = 1000;

/**
 * The keychain in the words of the API: takes what requests say and gives what answers hold, or throws an
 * `HttpError`. The routes hand on to it, and so does the command line where there is no server.
 */
export class KeychainApi {
  readonly #services: KeychainServices;

  constructor(services: KeychainServices) {
    this.#services = services;
  }

  async list(
    target: KeychainTarget,
    given: GivenPlace & { readonly limit?: number } = {},
  ): Promise<Static<typeof schema.KeychainListBody>> {
    const found = await this.#found(target, undefined, await this.#placeOf(given));
    const now = this.#services.clock.now();
    const entries = found.slice(0, given.limit ?? LIMIT).map(each => entryBody(target, each, now));
    return { catalog_id: target.id, entries, total: found.length };
  }

  async get(
    target: KeychainTarget,
    name: string,
    given: GivenPlace = {},
  ): Promise<Static<typeof schema.KeychainFoundBody>> {
    const { keychain, clock } = this.#services;
    const now = clock.now();
    const place = await this.#placeOf(given);
    const chosen = chooseSecret(place, await this.#found(target, name, place), now);
    const opened = chosen && (await keychain.open(chosen.id, now));
    if (opened) return foundBody(target, opened, now);
    return { status: 'not_found', catalog_id: target.id, keychain_name: name };
  }

  async put(
    entry: CatalogEntry,
    name: string,
    body: NewSecretBody,
  ): Promise<Static<typeof schema.KeychainPutBody>> {
    const { keychain, clock } = this.#services;
    const target = targetOf(entry);
    const scope = scopeOf(body.scope_type) ?? 'global';
    const now = clock.now();
    const secret = readSecret(body, scope, declaredKind(entry, name), now);
    const executionId = await this.#ownerOf(target, scope, body);
    const place = { playbook: target.hash, name, scope, executionId, asked: '' };
    const summary = await keychain.put({ ...secret, ...place }, now);
    return { status: 'success', catalog_id: target.id, ...entryBody(target, summary, now) };
  }

  async remove(
    target: KeychainTarget,
    name: string,
    given: GivenPlace = {},
  ): Promise<Static<typeof schema.KeychainRemovedBody>> {
    const found = await this.#found(target, name, await this.#placeOf(given));
    let deleted = 0;
    for (const { scope, executionId } of found) {
      const owner = executionId === undefined ? {} : { executionId };
      deleted += await this.#services.keychain.remove({ playbook: target.hash, name, scope, ...owner });
    }
    const status = deleted > 0 ? ('deleted' as const) : ('not_found' as const);
    return { status, catalog_id: target.id, keychain_name: name, deleted };
  }

  /** 404 if there is no such entry of the catalog. */
  async entry(catalogId: string): Promise<CatalogEntry> {
    const isId = /^\d{1,19}$/.test(catalogId);
    const found = isId ? await this.#services.catalog.findById(catalogId) : undefined;
    if (found) return found;
    throw notFound(
      `there is no catalog entry '${catalogId.slice(0, 100)}'; /api/catalog/list shows what there is`,
    );
  }

  async target(catalogId: string): Promise<KeychainTarget> {
    return targetOf(await this.entry(catalogId));
  }

  async #found(
    { hash }: KeychainTarget,
    name: string | undefined,
    place: Place,
  ): Promise<readonly KeychainSummary[]> {
    const filter = name === undefined ? { playbook: hash } : { playbook: hash, name };
    return (await this.#services.keychain.list(filter)).filter(each => isThere(place, each));
  }

  async #placeOf({ execution_id: own, scope_type }: GivenPlace): Promise<Place> {
    const execution =
      own === undefined ? undefined : { own, root: await rootFinder(this.#services.events)(own) };
    return { scope: scopeOf(scope_type), execution };
  }

  /** Whose it is: one that has not ended, or it would never be removed. */
  async #ownerOf(
    { hash }: KeychainTarget,
    scope: KeychainScope,
    { execution_id, parent_execution_id }: NewSecretBody,
  ): Promise<string | undefined> {
    if (scope === 'global') return undefined;
    const id = String((scope === 'shared' ? (parent_execution_id ?? execution_id) : execution_id) ?? '');
    const execution = id === '' ? undefined : await this.#services.events.summary(id);
    if (!execution) throw wrong('execution_id', `must name an execution, because the scope is ${scope}`);
    if (execution.endedAt !== undefined)
      throw new HttpError(409, `execution ${execution.executionId} has ended: nobody would read the secret`);
    if (scope === 'shared') return rootFinder(this.#services.events)(execution.executionId);
    if (execution.hash === hash) return execution.executionId;
    throw wrong('execution_id', 'is an execution of another playbook, or of another version of it');
  }
}

export const targetOf = ({ catalogId, hash }: CatalogEntry): KeychainTarget => ({ id: catalogId, hash });

/** The kind that the playbook gives an entry; 422 where it has none of that name: nobody would read it. */
function declaredKind({ path, version, text }: CatalogEntry, name: string): string {
  const { playbook } = load(text);
  if (!playbook) throw new HttpError(409, `version ${version} of '${path}' cannot be read by this noetl`);
  const declared = playbook.keychain.find(each => each.name === name);
  if (declared) return declared.kind;
  const names = playbook.keychain.map(each => each.name).join(', ') || 'none';
  throw wrong('name', `is none of the keychain of '${path}', which has: ${names}`);
}
