import { openCatalogForReading, openCatalogForWriting } from '../../compose/catalog.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { WrongRequest } from '../inspect/wrong-request.ts';
import { connectIfAsked, type ServerChoice } from '../remote/connect.ts';
import { remoteCatalog } from '../remote/remote-catalog.ts';
import { withStore } from '../run/with-store.ts';
import type { CatalogReads, CatalogWrites } from './catalog-source.ts';

export interface CatalogOptions extends ServerChoice {
  readonly dataDir: string;
}

/** Reads the catalog, and tells what it refuses. */
export const withCatalog = (
  options: CatalogOptions,
  cli: Cli,
  work: (catalog: CatalogReads) => Promise<ExitCode>,
): Promise<ExitCode> =>
  onServerOr(options, cli, work, async () => {
    const { api, close } = await openCatalogForReading(options.dataDir, cli.clock);
    return { catalog: api, close };
  });

/** Changes the catalog, also while another process holds the directory. `mode`: whether it may be created. */
export const withWritableCatalog = (
  options: CatalogOptions,
  cli: Cli,
  mode: 'write' | 'create',
  work: (catalog: CatalogWrites) => Promise<ExitCode>,
): Promise<ExitCode> =>
  onServerOr(options, cli, work, async () => {
    const { dataDir } = options;
    // Reading first: a directory that is misspelt is an error, it is not created.
    if (mode === 'write') await (await openCatalogForReading(dataDir, cli.clock)).close();
    const catalog = await openCatalogForWriting({ dataDir, env: cli.env });
    return { catalog, close: () => catalog.close() };
  });

interface Opened<Catalog> {
  readonly catalog: Catalog;
  close(): Promise<void>;
}

function onServerOr<Catalog>(
  options: CatalogOptions,
  cli: Cli,
  work: (catalog: Catalog | ReturnType<typeof remoteCatalog>) => Promise<ExitCode>,
  open: () => Promise<Opened<Catalog>>,
): Promise<ExitCode> {
  return withStore(cli.console, async () => {
    const server = await connectIfAsked(options, cli);
    if (server) return work(remoteCatalog(server));
    const { catalog, close } = await open();
    try {
      return await work(catalog);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      cli.console.err(`${cli.console.errPaint.red('error')}: ${error.message}\n`);
      return EXIT.usage;
    } finally {
      await close();
    }
  });
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof WrongRequest || (error instanceof Error && error.name === 'HttpError');
