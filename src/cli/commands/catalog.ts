import { parseReference } from '../../playbook/catalog/catalog-reference.ts';
import type { EntrySummary, VersionDiff } from '../catalog/catalog-source.ts';
import { type CatalogOptions, withCatalog, withWritableCatalog } from '../catalog/with-catalog.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type OutputForm, print } from '../inspect/output.ts';
import { timeText } from '../inspect/words.ts';
import { readCount, WrongRequest } from '../inspect/wrong-request.ts';
import type { Console } from '../output/console.ts';
import type { Paint } from '../output/paint.ts';
import { type Cell, table } from '../output/table.ts';

export interface CatalogCommandOptions extends CatalogOptions {
  readonly output: OutputForm;
}

export interface CatalogListOptions extends CatalogCommandOptions {
  readonly directory?: string;
  readonly search?: string;
  readonly all?: boolean;
  readonly archived?: boolean;
  readonly limit: string;
  readonly before?: string;
}

/** `noetl catalog list`: the newest version of each path, or all of them. */
export function catalogListCommand(options: CatalogListOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return withCatalog(options, cli, async catalog => {
    const listed = await catalog.list({
      latest_only: !options.all && !options.archived,
      include_archived: options.archived ?? false,
      include_content: false,
      limit: readCount('--limit', options.limit, 1),
      ...(options.directory === undefined ? {} : { directory: options.directory }),
      ...(options.search === undefined ? {} : { search: options.search }),
      ...(options.before === undefined ? {} : { before: options.before }),
    });
    print(console, options.output, listed.entries, () => asTable(listed.entries, console.outPaint));
    if (listed.total === 0) console.err('no playbooks like that: `noetl register FILE` adds one\n');
    else if (listed.next !== null && options.output === 'table')
      console.err(`${listed.total} in all; go on with --before ${listed.next}\n`);
    return EXIT.ok;
  });
}

/** `noetl catalog get PATH[@VERSION]`: the text of a playbook, or its whole entry. */
export function catalogGetCommand(name: string, options: CatalogCommandOptions, cli: Cli): Promise<ExitCode> {
  return withCatalog(options, cli, async catalog => {
    const entry = await catalog.resource(named(name));
    print(cli.console, options.output, entry, () => withEnd(entry.content));
    return EXIT.ok;
  });
}

/** `noetl catalog versions PATH`. */
export function catalogVersionsCommand(
  path: string,
  options: CatalogCommandOptions,
  cli: Cli,
): Promise<ExitCode> {
  return withCatalog(options, cli, async catalog => {
    const { entries } = await catalog.versions(path, { limit: 1000 });
    print(cli.console, options.output, entries, () => asTable(entries, cli.console.outPaint));
    return EXIT.ok;
  });
}

/** `noetl catalog diff PATH [FROM] [TO]`. */
export function catalogDiffCommand(
  path: string,
  from: string | undefined,
  to: string | undefined,
  options: CatalogCommandOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { console } = cli;
  return withCatalog(options, cli, async catalog => {
    const diff = await catalog.diff(path, from, to);
    print(console, options.output, diff, () => diffText(diff, console.outPaint));
    if (options.output === 'table') console.err(`${verdict(diff)}\n`);
    return EXIT.ok;
  });
}

/** `noetl catalog delete PATH[@VERSION]`. */
export function catalogDeleteCommand(
  name: string,
  options: CatalogCommandOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { console } = cli;
  return withWritableCatalog(options, cli, 'write', async catalog => {
    const { path, version } = named(name);
    const answer = await catalog.remove(path, version);
    report(console, options, answer);
    for (const warning of answer.warnings) console.err(`${console.errPaint.yellow('warning')}: ${warning}\n`);
    return EXIT.ok;
  });
}

/** `noetl catalog restore PATH[@VERSION]`. */
export function catalogRestoreCommand(
  name: string,
  options: CatalogCommandOptions,
  cli: Cli,
): Promise<ExitCode> {
  return withWritableCatalog(options, cli, 'write', async catalog => {
    const { path, version } = named(name);
    report(cli.console, options, await catalog.restore(path, version));
    return EXIT.ok;
  });
}

function report(
  console: Console,
  { output }: CatalogCommandOptions,
  answer: { readonly message: string },
): void {
  print(console, output, answer, () => `${answer.message}\n`);
}

function named(name: string): { readonly path: string; readonly version?: string } {
  const { path, version } = parseReference(name);
  if (path === '') throw new WrongRequest('name a playbook, such as shop/order or shop/order@3');
  return version === undefined ? { path } : { path, version: String(version) };
}

const withEnd = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

const HEADER = ['PATH', 'VERSION', 'REGISTERED', 'DESCRIPTION', 'ID', ''];

function asTable(entries: readonly EntrySummary[], paint: Paint): string {
  const rows = entries.map((entry): Cell[] => [
    entry.path,
    String(entry.version),
    timeText(Date.parse(entry.created_at)),
    descriptionOf(entry),
    entry.catalog_id,
    entry.archived_at === null ? '' : { text: 'archived', paint: paint.dim },
  ]);
  return rows.length === 0 ? '' : table(HEADER, rows, paint);
}

/** Its first line, if it is not long. */
function descriptionOf({ meta }: EntrySummary): string {
  const { description } = (meta ?? {}) as { readonly description?: unknown };
  const [line = ''] = typeof description === 'string' ? description.split('\n') : [];
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}

function diffText({ text }: VersionDiff, paint: Paint): string {
  const colour = (line: string): string => {
    if (/^(---|\+\+\+) /.test(line)) return paint.bold(line);
    if (line.startsWith('@@')) return paint.dim(line);
    return line.startsWith('-') ? paint.red(line) : line.startsWith('+') ? paint.green(line) : line;
  };
  return text.split('\n').map(colour).join('\n');
}

function verdict({ same_text: sameText, same_model: sameModel, graph }: VersionDiff): string {
  if (sameText) return 'both texts are the same';
  if (sameModel) return 'only the writing differs: both mean the same';
  if (!graph) return 'one of them cannot be read any more by this version of noetl';
  const { steps, arcs, sections } = graph;
  const parts = [
    ...steps.added.map(step => `+ step ${step}`),
    ...steps.removed.map(step => `- step ${step}`),
    ...steps.changed.map(({ step, fields }) => `~ step ${step}: ${fields.join(', ')}`),
    ...arcs.added.map(({ from, to }) => `+ arc ${from} → ${to}`),
    ...arcs.removed.map(({ from, to }) => `- arc ${from} → ${to}`),
    ...sections.map(section => `~ ${section}`),
  ];
  return parts.join('\n');
}
