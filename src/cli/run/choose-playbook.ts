import { isError } from '../../common/problem.ts';
import { sourceOf } from '../../playbook/catalog/catalog-reference.ts';
import { load } from '../../playbook/index.ts';
import type { Entry } from '../catalog/catalog-source.ts';
import type { Cli } from '../cli.ts';
import { type ReadPlaybook, readPlaybook } from '../input/read-playbook.ts';
import { formatPlaybookProblem } from '../output/format-playbook-problem.ts';
import { type FileProblem, formatProblem } from '../output/format-problem.ts';
import { connectIfAsked, type ServerChoice } from '../remote/connect.ts';
import { type ResolvedPlaybook, resolvePlaybook } from './resolve-playbook.ts';

export interface PlaybookPlace extends ServerChoice {
  readonly dataDir: string;
}

/** The version of a catalog that is run. */
export interface ChosenVersion {
  readonly catalogId: string;
  readonly path: string;
  readonly version: number;
}

/** What `noetl run` was asked to run. */
export interface ChosenPlaybook {
  readonly loaded: ReadPlaybook;
  readonly target: string | undefined;
  /** Where it came from, if from a catalog. */
  readonly catalog: ChosenVersion | undefined;
}

/** Finds and reads it; undefined: it cannot be, and the user was told why. */
export async function choosePlaybook(
  reference: string | undefined,
  target: string | undefined,
  place: PlaybookPlace,
  cli: Cli,
): Promise<ChosenPlaybook | undefined> {
  const resolved = await resolvePlaybook(reference, target);
  if ('what' in resolved) return tell(resolved, cli);
  if (resolved.kind === 'catalog') return fromCatalog(resolved, place, cli);
  const loaded = await readPlaybook(resolved.file, cli);
  return loaded && { loaded, target: resolved.target, catalog: undefined };
}

async function fromCatalog(
  { reference, target, noFile }: Extract<ResolvedPlaybook, { readonly kind: 'catalog' }>,
  place: PlaybookPlace,
  cli: Cli,
): Promise<ChosenPlaybook | undefined> {
  const { path, version } = reference;
  try {
    const entry = await findEntry(path, version, place, cli);
    const loaded = readEntry(entry, cli);
    const catalog = { catalogId: entry.catalog_id, path: entry.path, version: entry.version };
    return loaded && { loaded, target, catalog };
  } catch (error) {
    if (!isAbsent(error)) throw error;
    if (!noFile) return tell({ ...NOT_IN_CATALOG, file: path, why: error.message }, cli);
    // Where there is no catalog at all, nobody meant one.
    return tell(hasCatalog(error) ? { ...noFile, why: `${noFile.why}; ${error.message}` } : noFile, cli);
  }
}

const NOT_IN_CATALOG = {
  what: 'the playbook cannot be run',
  fix: '`noetl catalog list` shows what there is, `noetl register FILE` adds to it',
};

/** No catalog has it, or there is no catalog. */
const isAbsent = (error: unknown): error is Error =>
  error instanceof Error &&
  (('status' in error && error.status === 404) ||
    ('code' in error && error.code === 'store_directory_unusable'));

const hasCatalog = (error: Error): boolean => !('code' in error && error.code === 'store_directory_unusable');

async function findEntry(
  path: string,
  version: number | undefined,
  place: PlaybookPlace,
  cli: Cli,
): Promise<Entry> {
  const name = version === undefined ? { path } : { path, version: String(version) };
  const server = await connectIfAsked(place, cli);
  if (server) {
    const { remoteCatalog } = await import('../remote/remote-catalog.ts');
    return remoteCatalog(server).resource(name);
  }
  const { openCatalogForReading } = await import('../../compose/catalog.ts');
  const catalog = await openCatalogForReading(place.dataDir, cli.clock);
  try {
    return await catalog.api.resource(name);
  } finally {
    await catalog.close();
  }
}

function readEntry(
  { path, version, content }: Pick<Entry, 'path' | 'version' | 'content'>,
  { console }: Cli,
): ReadPlaybook | undefined {
  const file = sourceOf(path, version);
  const { playbook, problems } = load(content, { file });
  const source = { file, path: undefined, text: content };
  if (playbook) return { source, playbook, warnings: problems.length, problems };
  for (const problem of problems.filter(isError))
    console.err(formatPlaybookProblem(problem, console.errPaint));
  return undefined;
}

function tell(problem: FileProblem, { console }: Cli): undefined {
  console.err(formatProblem(problem, console.errPaint));
  return undefined;
}
