import type { Static } from '@sinclair/typebox';
import { entryBody, summaryBody } from '../../api/catalog-body.ts';
import type * as schema from '../../api/schemas/catalog.ts';
import { Catalog, type CatalogServices } from '../../engine/catalog/catalog.ts';
import { checkContent } from '../../engine/catalog/check-content.ts';
import type { CatalogEntry, CatalogFilter, CatalogPage } from '../../ports/catalog.ts';
import { HttpError, unprocessable } from '../http-error.ts';
import { callBody, deleted, directoryBody, graphBody, pinBody, registered } from './answers.ts';
import { requireId, requirePlaybook, requireVersion } from './find-entry.ts';
import {
  type GivenVersion,
  readDirectory,
  readFilter,
  readPage,
  readVersion,
  readVersionOrAll,
  readWords,
} from './read-request.ts';
import { refusing } from './refusing.ts';

type Listed = Static<typeof schema.ListedBody>;
type Registered = Static<typeof schema.RegisteredBody>;
type Paging = Static<typeof schema.PageQuery>;

/**
 * The catalog in the words of the API: takes what requests say and gives what answers hold, or throws an
 * `HttpError`. The routes hand on to it, and so does the command line where there is no server.
 */
export class CatalogApi {
  readonly #catalog: Catalog;

  constructor(services: CatalogServices) {
    this.#catalog = new Catalog(services);
  }

  async register(content: string, resourceType?: string): Promise<Registered> {
    return registered(await this.#catalog.keep(refusing(() => checkContent(content, resourceType))));
  }

  /** As the next version of the playbook that `id` names. */
  async save(id: string, content: string): Promise<Registered> {
    const { path } = await requirePlaybook(this.#catalog, id);
    const checked = refusing(() => checkContent(content));
    const own = checked.playbook.metadata.path;
    if (own === path) return registered(await this.#catalog.keep(checked));
    throw new HttpError(
      409,
      `the text is of '${own}', not of '${path}': keep \`metadata.path\`, or register it as a new playbook`,
    );
  }

  list(request: Static<typeof schema.ListBody>): Promise<Listed> {
    return this.#list(readFilter(request), readPage(request), request.include_content ?? true);
  }

  search(words: string, paging: Paging = {}): Promise<Listed> {
    return this.#list({ latestOnly: true, ...readWords(words) }, readPage(paging), false);
  }

  /** All of a path, archived ones too. */
  async versions(path: string, paging: Paging = {}): Promise<Listed> {
    const listed = await this.#list({ path, includeArchived: true }, readPage(paging), false);
    if (listed.total === 0) await requireVersion(this.#catalog, path, undefined);
    return listed;
  }

  async directory(given: string | undefined): Promise<Static<typeof schema.DirectoryBody>> {
    const path = readDirectory(given);
    return directoryBody(path, await this.#catalog.store.directory(path));
  }

  async resource(name: {
    readonly catalog_id?: string | number;
    readonly path?: string;
    readonly version?: GivenVersion;
  }): Promise<Static<typeof schema.CatalogEntryBody>> {
    const { catalog_id: id, path, version } = name;
    if (id !== undefined) return entryBody(await requireId(this.#catalog, String(id)));
    if (path === undefined) throw unprocessable('name the playbook by `catalog_id`, or by `path`');
    return entryBody(await this.entry(path, version));
  }

  async content(id: string): Promise<Static<typeof schema.ContentBody>> {
    const { catalogId, path, version, text } = await requirePlaybook(this.#catalog, id);
    return { playbook_id: id, catalog_id: catalogId, path, version, content: text };
  }

  /** Also one that is archived, if its version is named. */
  entry(path: string, version?: GivenVersion): Promise<CatalogEntry> {
    return requireVersion(this.#catalog, path, readVersion(version));
  }

  /** Without `to` the newest, without `from` the version before it. */
  async diff(path: string, from?: GivenVersion, to?: GivenVersion): Promise<Static<typeof schema.DiffBody>> {
    const after = await this.entry(path, to);
    if (from === undefined && after.version === 1)
      throw unprocessable(`'${path}' has no version before 1 to compare with; name one`);
    const before = await this.entry(path, from ?? after.version - 1);
    const { text, isSameModel, graph } = this.#catalog.compare(before, after);
    return {
      path,
      from: before.version,
      to: after.version,
      same_text: text === '',
      same_model: isSameModel,
      text,
      graph: graph ? graphBody(graph) : null,
    };
  }

  async dependencies(path: string, version?: GivenVersion): Promise<Static<typeof schema.DependenciesBody>> {
    const entry = await this.entry(path, version);
    const { calls, callers } = await this.#catalog.dependencies(entry);
    return {
      path: entry.path,
      version: entry.version,
      calls: calls.map(callBody),
      called_by: callers.map(caller => ({ ...caller })),
    };
  }

  async remove(path: string, version?: GivenVersion): Promise<Static<typeof schema.DeletedBody>> {
    return deleted(path, await this.#catalog.remove(path, readVersionOrAll(version)));
  }

  /** One version by its id, all of them by their path. */
  async removePlaybook(id: string): Promise<Static<typeof schema.DeletedBody>> {
    const byId = /^\d{1,19}$/.test(id) ? await this.#catalog.find({ catalogId: id }) : undefined;
    return this.remove(byId?.path ?? id, byId?.version);
  }

  async restore(path: string, version?: GivenVersion): Promise<Static<typeof schema.RestoredBody>> {
    const restored = await this.#catalog.restore(path, readVersionOrAll(version));
    const message = `Resource '${path}': ${restored.length} restored.`;
    return { status: 'success', message, path, restored: restored.map(pinBody), count: restored.length };
  }

  async #list(filter: CatalogFilter, page: CatalogPage, isWhole: boolean): Promise<Listed> {
    const { store } = this.#catalog;
    // One more than asked for says whether there is a next page.
    const more = { ...page, limit: page.limit + 1 };
    const [found, total] = await Promise.all([
      isWhole
        ? store.listWhole(filter, more).then(entries => entries.map(entryBody))
        : store.list(filter, more).then(entries => entries.map(summaryBody)),
      store.count(filter),
    ]);
    const entries = found.slice(0, page.limit);
    const next = found.length > page.limit ? (entries.at(-1)?.catalog_id ?? null) : null;
    return { entries, total, next };
  }
}
