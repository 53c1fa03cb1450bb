import { openCatalogForReading, openCatalogForWriting } from '../../compose/catalog.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { WrongRequest } from '../inspect/wrong-request.ts';
import { connectIfAsked, type ServerChoice } from '../remote/connect.ts';
import { remoteCatalog } from '../remote/remote-catalog.ts';
import { withStore } from '../run/with-store.ts';
import type { CatalogSource } from './catalog-source.ts';

export interface CatalogOptions extends ServerChoice {
  readonly dataDir: string;
}

/** Works with the catalog, and tells what it refuses. */
export function withCatalog(
  options: CatalogOptions,
  cli: Cli,
  mode: 'read' | 'write' | 'create',
  work: (catalog: CatalogSource) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withStore(cli.console, async () => {
    const server = await connectIfAsked(options, cli);
    if (server) return work(remoteCatalog(server));
    const opened = await open(options.dataDir, cli, mode);
    try {
      return await work(opened.api);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      cli.console.err(`${cli.console.errPaint.red('error')}: ${error.message}\n`);
      return EXIT.usage;
    } finally {
      await opened.close();
    }
  });
}

async function open(dataDir: string, { clock }: Cli, mode: 'read' | 'write' | 'create') {
  if (mode === 'create') return openCatalogForWriting(dataDir, clock);
  // Reading first: a directory that is misspelt is an error, it is not created.
  const reading = await openCatalogForReading(dataDir, clock);
  if (mode === 'read') return reading;
  await reading.close();
  return openCatalogForWriting(dataDir, clock);
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof WrongRequest || (error instanceof Error && error.name === 'HttpError');
