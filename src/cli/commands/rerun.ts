import { resolve } from 'node:path';
import type { Client } from '../../client/index.ts';
import { openForReading } from '../../compose/read.ts';
import type { RerunRequest } from '../../ports/engine-handle.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readPlaybook } from '../input/read-playbook.ts';
import { connectIfAsked, type ServerChoice } from '../remote/connect.ts';
import { remoteOptions } from '../remote/server-flags.ts';
import { type FollowOptions, follow, Printed, Trouble } from '../run/follow.ts';
import { type PayloadOptions, readPayload } from '../run/payload.ts';
import { RunProblem } from '../run/run-problem.ts';
import { withStore } from '../run/with-store.ts';
import { findExecution } from '../steer/steer.ts';
import { withEngine } from '../steer/with-engine.ts';

export interface RerunOptions extends PayloadOptions, Omit<FollowOptions, 'limit' | 'dataDir'>, ServerChoice {
  readonly dataDir: string;
  readonly from?: string;
  readonly onlyFailed?: boolean;
  readonly iteration?: readonly string[];
  readonly skip?: readonly string[];
  /** Run the playbook as its file is now. */
  readonly latest?: boolean;
}

/** `noetl rerun ID`: runs an execution again as a new one, on the results of the earlier one. */
export function rerunCommand(id: string, options: RerunOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return withStore(console, async () => {
    const execution = await findExecution(id, options, cli);
    if (!execution) return EXIT.usage;
    try {
      const server = await connectIfAsked(options, cli);
      if (server) return await rerunOnServer(server, execution, options, cli);
      return await execute(await requestOf(execution, options, cli), options, cli);
    } catch (error) {
      if (!(error instanceof RunProblem) && !isRerunProblem(error)) throw error;
      console.err(`${console.errPaint.red('error')}: ${error.message}\n`);
      return EXIT.usage;
    }
  });
}

const isRerunProblem = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'RerunProblem';

/** There `--latest` is the newest version of the catalog. */
async function rerunOnServer(
  server: Client,
  { executionId: id }: ExecutionSummary,
  options: RerunOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { followRemote } = await import('../remote/follow-remote.ts');
  const body = {
    payload: await readPayload(options),
    ...(options.from === undefined ? {} : { from: options.from }),
    ...(options.onlyFailed ? { only_failed: true } : {}),
    ...(options.iteration === undefined ? {} : { iterations: options.iteration.map(readIndex) }),
    ...(options.skip === undefined ? {} : { skip: [...options.skip] }),
    ...(options.latest ? { latest: true } : {}),
  };
  const begin = async () => (await server.call('executions.rerun', { params: { id }, body })).execution_id;
  return followRemote(server, begin, { ...remoteOptions(options), fromStart: true }, cli);
}

async function requestOf(
  { executionId, hash }: ExecutionSummary,
  options: RerunOptions,
  cli: Cli,
): Promise<RerunRequest> {
  const payload = await readPayload(options);
  const replacement = options.latest ? await readLatest(hash, options.dataDir, cli) : undefined;
  return {
    executionId,
    payload,
    ...(options.from === undefined ? {} : { from: options.from }),
    ...(options.onlyFailed ? { onlyFailed: true } : {}),
    ...(options.iteration === undefined ? {} : { iterations: options.iteration.map(readIndex) }),
    ...(options.skip === undefined ? {} : { skip: options.skip }),
    ...(replacement === undefined ? {} : { replacement }),
  };
}

function readIndex(written: string): number {
  if (/^\d+$/.test(written)) return Number(written);
  throw new RunProblem(`--iteration ${written} is no index; iterations are numbered from 0`);
}

/** The playbook as it is now where the execution had it from. */
async function readLatest(
  hash: string,
  dataDir: string,
  cli: Cli,
): Promise<NonNullable<RerunRequest['replacement']>> {
  const stores = await openForReading(dataDir);
  const kept = await stores.playbooks.find(hash).finally(() => stores.close());
  const file = kept?.source ?? '';
  const loaded = file === '' ? undefined : await readPlaybook(file, cli);
  if (!loaded) {
    throw new RunProblem(
      `--latest needs the playbook's file${file === '' ? '' : ` ${file}`}: mend it, or leave --latest away`,
    );
  }
  return { playbook: loaded.playbook, text: loaded.source.text, source: resolve(file) };
}

function execute(request: RerunRequest, options: RerunOptions, cli: Cli): Promise<ExitCode> {
  const trouble = new Trouble();
  const printed = new Printed();
  const { dataDir, quiet } = options;
  const place = { dataDir, baseDir: '.', quiet, onTrouble: trouble.report, onPrint: printed.hear };
  return withEngine(place, cli, access =>
    follow(access, trouble, () => access.engine.rerun(request), { ...options, dataDir }, cli, printed),
  );
}
