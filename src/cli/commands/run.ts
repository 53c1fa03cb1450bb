import { dirname, resolve } from 'node:path';
import { parseDuration } from '../../common/duration.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { ReadPlaybook } from '../input/read-playbook.ts';
import { formatPlaybookProblem } from '../output/format-playbook-problem.ts';
import { plural } from '../output/plural.ts';
import { connectIfAsked, type ServerChoice } from '../remote/connect.ts';
import { chooseEntry } from '../run/choose-entry.ts';
import { type ChosenPlaybook, choosePlaybook } from '../run/choose-playbook.ts';
import { type FollowOptions, follow, Printed, Trouble } from '../run/follow.ts';
import { type PayloadOptions, readPayload } from '../run/payload.ts';
import { RunProblem } from '../run/run-problem.ts';
import { tellUnknownInput } from '../run/tell-unknown-input.ts';
import { tellWarnings } from '../run/tell-warnings.ts';
import type { TimeLimit, Wish } from '../run/wish.ts';
import { withStore } from '../run/with-store.ts';
import { withEngine } from '../steer/with-engine.ts';

export interface RunOptions extends PayloadOptions, Omit<FollowOptions, 'limit' | 'dataDir'>, ServerChoice {
  readonly dataDir: string;
  /** Keep nothing. */
  readonly ephemeral?: boolean;
  /** The step to start at. */
  readonly from?: string;
  readonly dryRun?: boolean;
  /** A duration, such as `10m`. */
  readonly timeout?: string;
  /** Warnings are errors. */
  readonly strict?: boolean;
}

/** `noetl run [REF] [TARGET]`: runs a playbook and tells what happens. */
export async function runCommand(
  reference: string | undefined,
  target: string | undefined,
  options: RunOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { console } = cli;
  return withStore(console, async () => {
    const chosen = await choosePlaybook(reference, target, options, cli);
    if (!chosen || !passesWarnings(chosen.loaded, options, cli)) return EXIT.usage;
    try {
      const wish = await wishOf(chosen, options);
      if (!options.quiet) tellUnknownInput(wish, console);
      return options.dryRun ? await dryRun(wish, options, cli) : await execute(wish, options, cli);
    } catch (error) {
      if (!(error instanceof RunProblem)) throw error;
      console.err(`${console.errPaint.red('error')}: ${error.message}\n`);
      return EXIT.usage;
    }
  });
}

/** Warnings are told in short; where they are errors, or a run is only planned, in full. */
function passesWarnings(
  { problems, source: { file } }: ReadPlaybook,
  options: RunOptions,
  { console }: Cli,
): boolean {
  if (problems.length === 0) return true;
  if (options.strict || options.dryRun) {
    for (const problem of problems) console.err(formatPlaybookProblem(problem, console.errPaint));
  } else if (!options.quiet) {
    tellWarnings(problems, file, console);
  }
  if (options.strict) {
    console.err(
      `${console.errPaint.red('error')}: ${plural(problems.length, 'warning')}, and --strict allows none\n`,
    );
  }
  return !options.strict;
}

async function wishOf({ loaded, target, catalog }: ChosenPlaybook, options: RunOptions): Promise<Wish> {
  const { playbook, source } = loaded;
  return {
    playbook,
    text: source.text,
    source: catalog ? source.file : resolve(source.path ?? 'playbook.yaml'),
    catalog,
    payload: await readPayload(options),
    entry: chooseEntry(playbook, target, options.from),
    limit: options.timeout === undefined ? undefined : readLimit(options.timeout),
  };
}

function readLimit(written: string): TimeLimit {
  const milliseconds = parseDuration(written);
  if (milliseconds !== undefined && milliseconds > 0) return { milliseconds, flag: `--timeout ${written}` };
  throw new RunProblem(`--timeout ${written} is no duration; write one such as 30s, 10m or 2h`);
}

async function dryRun(wish: Wish, options: RunOptions, cli: Cli): Promise<ExitCode> {
  // Loaded when it is needed: nobody else plans without running.
  const { planRun } = await import('../run/plan-run.ts');
  return planRun(wish, options, cli);
}

async function execute(wish: Wish, options: RunOptions, cli: Cli): Promise<ExitCode> {
  const server = await connectIfAsked(options, cli);
  if (server) {
    const { runOnServer } = await import('../remote/run-on-server.ts');
    return runOnServer(server, wish, options, cli);
  }
  const { entry, limit, catalog, ...request } = wish;
  const dataDir = options.ephemeral ? undefined : options.dataDir;
  const trouble = new Trouble();
  const printed = new Printed();
  const baseDir = catalog ? process.cwd() : dirname(wish.source);
  const place = { dataDir, baseDir, quiet: options.quiet, onTrouble: trouble.report, onPrint: printed.hear };
  return withEngine(place, cli, access => {
    const first = entry === undefined ? {} : { entry };
    const begin = () => access.engine.start({ ...request, ...first, ...(catalog ? { catalog } : {}) });
    return follow(access, trouble, begin, { ...options, dataDir, limit }, cli, printed);
  });
}
