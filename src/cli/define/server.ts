import { Argument, Option } from 'commander';
import { type ServerFlags, serverCommand } from '../commands/server.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Without ACTION the server runs here until Ctrl-C. \`start\` runs it in the background, \`stop\` lets running
commands end and stops it, \`status\` says whether there is one.

It listens on this machine only. \`noetl run\` in the same directory hands its work to it.

Examples:
  noetl server
  noetl server start --port 9000
  noetl server status -o json
  noetl server stop`;

export const defineServer: DefineCommand = (program, cli, exitWith) =>
  program
    .command('server')
    .summary('run the server: HTTP API, workers, everything in one process')
    .description('Run the server: HTTP API, workers and store in one process.')
    .addArgument(new Argument('[action]', 'what to do with it').choices(['start', 'stop', 'status']))
    .option('--port <port>', 'where to listen (8082, or NOETL_PORT); 0: any port that is free')
    .option('--host <host>', 'the address to listen on; only this machine can be named (127.0.0.1)')
    .addOption(dataDirOption())
    .option('--log-level <level>', 'trace, debug, info, warn, error or silent (info, or NOETL_LOG_LEVEL)')
    .option('--log-file <file>', 'write the log to this file, which is put aside when it has 20 MiB')
    .option('--grace <time>', 'how long running commands may go on when it stops (20s)')
    .option('--pools <names>', 'whose steps it runs itself (shared); none: all is left to `noetl worker`')
    .option('-f, --force', 'with stop: kill it at once; what ran is repeated by the next server')
    .addOption(outputOption())
    .addOption(new Option('--json-log', 'write lines of JSON also to a terminal'))
    .addHelpText('after', HELP)
    .action(async (action: string | undefined, flags: ServerFlags) =>
      exitWith(await serverCommand(action, flags, cli)),
    );
