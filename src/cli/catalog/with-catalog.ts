import { openCatalogForReading, openCatalogForWriting } from '../../compose/catalog.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { WrongRequest } from '../inspect/wrong-request.ts';
import { withStore } from '../run/with-store.ts';
import type { CatalogSource } from './catalog-source.ts';

export interface CatalogOptions {
  readonly dataDir: string;
}

/** Works with the catalog, and tells what it refuses. */
export function withCatalog(
  { dataDir }: CatalogOptions,
  cli: Cli,
  mode: 'read' | 'write' | 'create',
  work: (catalog: CatalogSource) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withStore(cli.console, async () => {
    const opened = await open(dataDir, cli, mode);
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
