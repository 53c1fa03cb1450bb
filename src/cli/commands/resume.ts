import type { Client } from '../../client/index.ts';
import type { EngineAccess } from '../../compose/engine-access.ts';
import { openForReading } from '../../compose/read.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, worst } from '../exit-code.ts';
import { connectIfAsked, type ServerChoice } from '../remote/connect.ts';
import { sendInput } from '../remote/send-input.ts';
import { remoteOptions } from '../remote/server-flags.ts';
import { type FollowOptions, follow, Trouble } from '../run/follow.ts';
import { withStore } from '../run/with-store.ts';
import { findExecution } from '../steer/steer.ts';
import { withEngine } from '../steer/with-engine.ts';
import { withoutCalled } from '../steer/without-called.ts';

export interface ResumeOptions extends FollowOptions, ServerChoice {
  readonly dataDir: string;
}

/** `noetl resume [ID]`: goes on with executions that are paused, or whose process is gone. */
export function resumeCommand(id: string | undefined, options: ResumeOptions, cli: Cli): Promise<ExitCode> {
  return withStore(cli.console, () =>
    id === undefined ? resumeAll(options, cli) : resumeOne(id, options, cli),
  );
}

async function resumeOne(id: string, options: ResumeOptions, cli: Cli): Promise<ExitCode> {
  const execution = await findExecution(id, options, cli);
  if (!execution) return EXIT.usage;
  const { executionId, status, endedAt } = execution;
  if (endedAt !== undefined) {
    cli.console.err(
      `${cli.console.errPaint.red('error')}: execution ${executionId} cannot be resumed: it is ${status.toLowerCase()}\n`,
    );
    return EXIT.usage;
  }
  const server = await connectIfAsked(options, cli);
  if (server) return resumeOnServer(server, executionId, options, cli);
  return onEngine(options, cli, (access, trouble) => {
    const begin = async () => {
      await access.engine.takeUp(executionId);
      await access.engine.send(executionId, { kind: 'resume' });
      return executionId;
    };
    return follow(access, trouble, begin, options, cli);
  });
}

async function resumeOnServer(
  server: Client,
  executionId: string,
  options: ResumeOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { followRemote } = await import('../remote/follow-remote.ts');
  const begin = async () => {
    await sendInput(server, executionId, { kind: 'resume' });
    return executionId;
  };
  return followRemote(server, begin, { ...remoteOptions(options), fromStart: false }, cli);
}

/** Those that nobody runs; what is paused was paused by somebody, and stays so. */
async function resumeAll(options: ResumeOptions, cli: Cli): Promise<ExitCode> {
  if (await connectIfAsked(options, cli)) return nameOne(cli);
  const open = await openExecutions(options.dataDir);
  const paused = open.filter(({ status }) => status === 'PAUSED');
  for (const { executionId } of paused) {
    cli.console.err(`execution ${executionId} is paused: \`noetl resume ${executionId}\` lets it go on\n`);
  }
  const others = withoutCalled(open.filter(({ status }) => status !== 'PAUSED'));
  if (others.length === 0) return nothingToResume(cli);
  return onEngine(options, cli, async (access, trouble) => {
    const taken: string[] = [];
    for (const { executionId } of others) {
      if (await access.engine.takeUp(executionId)) taken.push(executionId);
    }
    if (taken.length === 0) return nothingToResume(cli);
    const codes: ExitCode[] = [];
    for (const executionId of taken) {
      codes.push(await follow(access, trouble, async () => executionId, options, cli));
    }
    return worst(codes);
  });
}

/** A server takes up what was interrupted when it starts. */
function nameOne({ console }: Cli): ExitCode {
  console.err(
    `${console.errPaint.red('error')}: name the execution that a server is to resume: noetl resume ID; what was interrupted it takes up itself\n`,
  );
  return EXIT.usage;
}

function nothingToResume({ console }: Cli): ExitCode {
  console.err('nothing to resume: no execution was interrupted\n');
  return EXIT.ok;
}

async function openExecutions(dataDir: string): Promise<readonly ExecutionSummary[]> {
  const stores = await openForReading(dataDir);
  try {
    const ids = await stores.events.open();
    const found = await Promise.all(ids.map(id => stores.events.summary(id)));
    return found.filter(summary => summary !== undefined);
  } finally {
    await stores.close();
  }
}

function onEngine(
  { dataDir, quiet }: ResumeOptions,
  cli: Cli,
  work: (access: EngineAccess, trouble: Trouble) => Promise<ExitCode>,
): Promise<ExitCode> {
  const trouble = new Trouble();
  const options = { dataDir, baseDir: '.', quiet, onTrouble: trouble.report };
  return withEngine(options, cli, access => work(access, trouble));
}
