import { type WorkerFlags, workerCommand } from '../commands/worker.ts';
import { dataDirOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
A worker is a process beside the server (or any other noetl that holds the data directory) which runs the
steps of some pools. A step names its pool with \`spec: { pool: gpu }\`, a playbook with
\`executor: { spec: { pool: gpu } }\`; all others are of the pool \`shared\`, which the server runs itself
unless it was started with --pools.

What a worker has begun when it dies is given to another one. Ctrl-C lets what runs end; again stops it.

Examples:
  noetl worker --pool gpu --slots 1
  noetl server --pools none & noetl worker & noetl worker`;

export const defineWorker: DefineCommand = (program, cli, exitWith) =>
  program
    .command('worker')
    .summary('run steps for the server, in a process of their own')
    .description('Run the steps of some pools for the process that holds the data directory.')
    .option(
      '--pool <names>',
      'whose steps it runs, e.g. gpu or gpu,shared (shared, or NOETL_WORKER_POOL_NAME)',
    )
    .option('--slots <count>', 'how many at a time (four per core, or NOETL_WORKER_MAX_INFLIGHT_COMMANDS)')
    .option('--name <name>', 'what it is called in lists and events (the name of this machine)')
    .addOption(dataDirOption())
    .option('--log-level <level>', 'trace, debug, info, warn, error or silent (info, or NOETL_LOG_LEVEL)')
    .option('--json-log', 'write lines of JSON also to a terminal')
    .addHelpText('after', HELP)
    .action(async (flags: WorkerFlags) => exitWith(await workerCommand(flags, cli)));
