import { doctorCommand } from '../commands/doctor.ts';
import { dataDirOption, type InspectOptions, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Looks at Node, Python, git and docker, the data directory (access, room, who holds it, whether its files are
whole, what was interrupted), the port of a server, and the terminal. Each line is ok, warn or fail, with what
to do. Nothing is changed.

Examples:
  noetl doctor
  noetl doctor --data-dir /var/lib/noetl
  noetl doctor -o json | jq '.checks[] | select(.health != "ok")'

Exit codes:
  0  nothing is in the way, though there may be warnings
  1  at least one check failed`;

export const defineDoctor: DefineCommand = (program, cli, exitWith) =>
  program
    .command('doctor')
    .summary('say what is on this machine and whether it can be used')
    .description('Say what is on this machine and whether noetl can use it.')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .addHelpText('after', HELP)
    .action(async (options: InspectOptions) => exitWith(await doctorCommand(options, cli)));
