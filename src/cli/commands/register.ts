import { existsSync } from 'node:fs';
import { isError, type Problem } from '../../common/problem.ts';
import { judgeContent } from '../../playbook/catalog/judge-content.ts';
import type { CatalogWrites, Registered } from '../catalog/catalog-source.ts';
import { type CatalogOptions, withWritableCatalog } from '../catalog/with-catalog.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { collectSources } from '../input/collect-sources.ts';
import type { Source } from '../input/read-source.ts';
import { type OutputForm, print } from '../inspect/output.ts';
import type { Console } from '../output/console.ts';
import { formatPlaybookProblem } from '../output/format-playbook-problem.ts';
import { type FileProblem, formatProblem } from '../output/format-problem.ts';
import { plural } from '../output/plural.ts';
import { type Cell, table } from '../output/table.ts';

export interface RegisterOptions extends CatalogOptions {
  readonly keepGoing?: boolean;
  readonly output: OutputForm;
}

interface Judged {
  readonly source: Source;
  /** Undefined if there are errors. */
  readonly path: string | undefined;
  readonly errors: readonly Problem[];
}

/** What came of one file. */
type Outcome =
  | { readonly kind: 'registered'; readonly file: string; readonly answer: Registered }
  | { readonly kind: 'refused'; readonly file: string; readonly why: string };

/** `noetl register FILE|DIR…`: all of them or, unless told otherwise, none. */
export async function registerCommand(
  targets: readonly string[],
  options: RegisterOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { console } = cli;
  const { sources, unreadable } = await collectSources(withoutKind(targets), cli);
  for (const problem of unreadable) console.err(formatProblem(problem, console.errPaint));
  const judged = sources.map(judge);
  const invalid = judged.filter(({ errors }) => errors.length > 0);
  for (const { errors } of invalid)
    for (const problem of errors) console.err(`${formatPlaybookProblem(problem, console.errPaint)}\n`);
  const shared = sharedPaths(judged);
  for (const problem of shared) console.err(formatProblem(problem, console.errPaint));
  const wrong = invalid.length + unreadable.length + shared.length;
  if (wrong > 0 && !options.keepGoing) return refuse(wrong, sources.length, console);
  const valid = judged
    .filter(({ source, errors }) => errors.length === 0 && !shared.some(({ file }) => file === source.file))
    .map(({ source }) => source);
  if (valid.length === 0) return refuse(wrong, sources.length, console);
  return withWritableCatalog(options, cli, 'create', catalog =>
    registerAll(catalog, valid, wrong, options, console),
  );
}

/** Older command lines say what they register: `register playbook FILE`. */
const withoutKind = (targets: readonly string[]): readonly string[] =>
  targets[0] === 'playbook' && targets.length > 1 && !existsSync('playbook') ? targets.slice(1) : targets;

function judge(source: Source): Judged {
  const { playbook, problems } = judgeContent(source.text, source.file);
  return { source, path: playbook?.metadata.path, errors: problems.filter(isError) };
}

/** Files that would become versions of one path: each registration would replace the other anew. */
function sharedPaths(judged: readonly Judged[]): readonly FileProblem[] {
  const first = new Map<string, string>();
  return judged.flatMap(({ source: { file }, path }) => {
    const other = path === undefined ? undefined : first.get(path);
    if (path !== undefined && other === undefined) first.set(path, file);
    if (other === undefined) return [];
    const what = `the playbook has the path \`${path}\`, which ${other} has too`;
    return [{ file, what, why: 'a path stands for one playbook', fix: 'give it another `metadata.path`' }];
  });
}

function refuse(wrong: number, all: number, console: Console): ExitCode {
  const others = all > wrong ? '; --keep-going registers the others' : '';
  console.err(`nothing was registered: ${plural(wrong, 'problem')} with what was named${others}\n`);
  return EXIT.usage;
}

async function registerAll(
  catalog: CatalogWrites,
  sources: readonly Source[],
  wrong: number,
  { output, keepGoing = false }: RegisterOptions,
  console: Console,
): Promise<ExitCode> {
  const outcomes: Outcome[] = [];
  for (const source of sources) {
    const outcome = await registerOne(catalog, source);
    outcomes.push(outcome);
    if (outcome.kind === 'refused' && !keepGoing) break;
  }
  print(console, output, outcomes.map(asRow), () => asTable(outcomes, console));
  const refused = outcomes.filter(({ kind }) => kind === 'refused').length;
  console.err(`${summary(outcomes, refused + wrong)}\n`);
  return refused + wrong > 0 ? EXIT.failed : EXIT.ok;
}

/** Of a catalog here, and of a server. */
const REFUSALS: ReadonlySet<string> = new Set(['HttpError', 'ApiError']);

/** What is valid here may still be refused there: by a server of another version. */
async function registerOne(catalog: CatalogWrites, { file, text }: Source): Promise<Outcome> {
  try {
    return { kind: 'registered', file, answer: await catalog.register(text) };
  } catch (error) {
    if (!(error instanceof Error) || !REFUSALS.has(error.name)) throw error;
    return { kind: 'refused', file, why: error.message };
  }
}

function summary(outcomes: readonly Outcome[], failed: number): string {
  const answers = outcomes.flatMap(each => (each.kind === 'registered' ? [each.answer] : []));
  const fresh = answers.filter(({ created }) => created).length;
  const parts = [
    `${plural(fresh, 'playbook')} registered`,
    ...(answers.length > fresh ? [`${answers.length - fresh} unchanged`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return parts.join(', ');
}

const asRow = (outcome: Outcome) => {
  if (outcome.kind === 'refused') return { file: outcome.file, status: 'failed', error: outcome.why };
  const { path, version, catalog_id, created } = outcome.answer;
  return { file: outcome.file, status: created ? 'registered' : 'unchanged', path, version, catalog_id };
};

function asTable(outcomes: readonly Outcome[], { outPaint }: Console): string {
  const rows = outcomes.map((outcome): Cell[] => {
    if (outcome.kind === 'refused')
      return ['', '', { text: 'failed', paint: outPaint.red }, outcome.file, outcome.why];
    const { path, version, created } = outcome.answer;
    const status = created ? { text: 'registered', paint: outPaint.green } : 'unchanged';
    return [path, String(version), status, outcome.file, ''];
  });
  return table(['PATH', 'VERSION', 'STATUS', 'FILE', 'WHY'], rows, outPaint);
}
