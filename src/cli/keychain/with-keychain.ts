import { existsSync } from 'node:fs';
import type { Client } from '../../client/index.ts';
import { type LocalKeychain, openKeychain } from '../../compose/keychain.ts';
import { parseReference } from '../../playbook/catalog/catalog-reference.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readPlaybook } from '../input/read-playbook.ts';
import { WrongRequest } from '../inspect/wrong-request.ts';
import { connectIfAsked, type ServerChoice } from '../remote/connect.ts';
import { withStore } from '../run/with-store.ts';
import type { KeychainSource } from './keychain-source.ts';

export interface KeychainOptions extends ServerChoice {
  readonly dataDir: string;
}

/** Works with the secrets of a playbook (a path in the catalog, its id there, or a file), and tells what is wrong. */
export function withKeychain(
  playbook: string,
  options: KeychainOptions,
  cli: Cli,
  work: (keychain: KeychainSource) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withStore(cli.console, async () => {
    try {
      const server = await connectIfAsked(options, cli);
      if (server) return await work(remote(server, await remoteId(server, playbook, cli)));
      const opened = await openKeychain({ dataDir: options.dataDir, env: cli.env }, cli.clock);
      try {
        return await work(await local(opened, playbook, cli));
      } finally {
        await opened.close();
      }
    } catch (error) {
      if (!(error instanceof WrongRequest)) throw error;
      cli.console.err(`${cli.console.errPaint.red('error')}: ${error.message}\n`);
      return EXIT.usage;
    }
  });
}

const isId = (text: string): boolean => /^\d{1,19}$/.test(text);

async function local({ api, catalog }: LocalKeychain, playbook: string, cli: Cli): Promise<KeychainSource> {
  const target = existsSync(playbook)
    ? await fileTarget(playbook, cli)
    : await catalogTarget(catalog, playbook);
  return {
    list: place => api.list(target, place),
    get: (name, place) => api.get(target, name, place),
    remove: (name, place) => api.remove(target, name, place),
  };
}

/** Executions of a file are pinned to its content, as those of the catalog are. */
async function fileTarget(file: string, cli: Cli) {
  const { hash } = await readFile(file, cli);
  return { id: hash, hash };
}

async function catalogTarget(catalog: LocalKeychain['catalog'], playbook: string) {
  const { path, version } = parseReference(playbook);
  const byId = isId(playbook) ? await catalog.findById(playbook) : undefined;
  const found = byId ?? (await catalog.find(path, version));
  if (found) return { id: found.catalogId, hash: found.hash };
  throw new WrongRequest(
    `'${playbook}' is neither a file nor in the catalog; \`noetl catalog list\` shows what there is`,
  );
}

const remote = (client: Client, id: string): KeychainSource => ({
  list: place => client.call('keychain.list', { params: { catalog_id: id }, query: place }),
  get: (name, place) => client.call('keychain.get', { params: { catalog_id: id, name }, query: place }),
  remove: (name, place) => client.call('keychain.remove', { params: { catalog_id: id, name }, query: place }),
});

async function remoteId(client: Client, playbook: string, cli: Cli): Promise<string> {
  if (isId(playbook)) return playbook;
  const own = existsSync(playbook) ? await readFile(playbook, cli) : undefined;
  const { path, version } = own ? { path: own.metadata.path, version: undefined } : parseReference(playbook);
  const body = version === undefined ? { path } : { path, version };
  const entry = await client.call('catalog.resource', { body });
  if (!own || entry.hash === own.hash) return entry.catalog_id;
  throw new WrongRequest(
    `the server has another version of '${path}' than ${playbook}: name one of its own, such as ${path}@${entry.version}`,
  );
}

async function readFile(file: string, cli: Cli) {
  const read = await readPlaybook(file, cli);
  if (read) return read.playbook;
  throw new WrongRequest(`${file} is no playbook whose secrets could be found`);
}
