import { Option } from 'commander';
import { GRAPH_FORMATS } from '../../playbook/draw/draw-options.ts';
import { type GraphOptions, graphCommand } from '../commands/graph.ts';
import { dataDirOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Shows steps and the arcs between them: conditions, arcs taken on failure, loops, and the implicit arcs to
the step \`end\`. Of an execution it draws the playbook that it ran with, the state of every step, how far
loops came, and the arcs that were taken. An execution is its id, four or more digits of it, or \`last\`.

Examples:
  noetl graph shop.yaml                             in the terminal
  noetl graph shop.yaml --format mermaid            for Markdown
  noetl graph shop.yaml --format svg -o shop.svg    as a picture
  noetl graph shop.yaml --format dot | dot -Tpng > shop.png
  noetl graph last                                  how the newest execution went

Exit codes:
  0  done
  2  wrong flag, file that cannot be read or written, invalid playbook, no such execution`;

export const defineGraph: DefineCommand = (program, cli, exitWith) =>
  program
    .command('graph')
    .summary('draw the steps of a playbook, or how an execution went')
    .description('Draw the steps of a playbook and the arcs between them, or how an execution went.')
    .argument('<file>', 'the playbook, or an execution')
    .addOption(new Option('-f, --format <format>', 'kind of drawing').choices(GRAPH_FORMATS).default('text'))
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .addOption(dataDirOption())
    .addHelpText('after', HELP)
    .action(async (file: string, options: GraphOptions) => exitWith(await graphCommand(file, options, cli)));
