import type { Static } from '@sinclair/typebox';
import type { ExecuteRequest } from '../../api/routes/execute.ts';
import { notFound, unprocessable } from '../http-error.ts';
import type { ServerServices } from '../services.ts';
import { type Startable, startableContent, startableEntry } from './load-playbook.ts';

export type ExecuteBody = Static<typeof ExecuteRequest>;

/** The playbook that a request names; a catalog id wins over a path, and both over a text. */
export async function findStartable(services: ServerServices, request: ExecuteBody): Promise<Startable> {
  const { catalog_id: id, path, content } = request;
  if (id !== undefined) return byId(services, String(id));
  if (path !== undefined) return byPath(services, path, versionOf(request.version));
  if (content !== undefined) return startableContent(content);
  throw unprocessable('say what to run: `path`, `catalog_id`, or `content` with the text of a playbook');
}

async function byId({ catalog }: ServerServices, id: string): Promise<Startable> {
  const entry = await catalog.findById(id);
  if (!entry) throw notFound(`the catalog has no entry with the id '${id}'`);
  return startableEntry(entry);
}

async function byPath(
  { catalog }: ServerServices,
  path: string,
  version: number | undefined,
): Promise<Startable> {
  const entry = await catalog.find(path, version);
  if (entry) return startableEntry(entry);
  const newest = version === undefined ? undefined : await catalog.find(path);
  throw notFound(
    newest
      ? `the catalog has no version ${version} of '${path}'; the newest is ${newest.version}`
      : `the catalog has no playbook '${path}': register it first (POST /api/catalog/register), or send \`content\``,
  );
}

function versionOf(version: ExecuteBody['version']): number | undefined {
  if (version === undefined || version === 'latest') return undefined;
  if (/^[1-9]\d{0,8}$/.test(String(version))) return Number(version);
  throw unprocessable(`version '${version}' is none: write a number, or \`latest\``);
}
