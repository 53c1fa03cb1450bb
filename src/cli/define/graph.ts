import { Option } from 'commander';
import { GRAPH_FORMATS, type GraphFormat } from '../../playbook/draw/draw-options.ts';
import { graphCommand } from '../commands/graph.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Shows steps and the arcs between them: conditions, arcs taken on failure, loops, and the implicit arcs to
the step \`end\`.

Examples:
  noetl graph shop.yaml                             in the terminal
  noetl graph shop.yaml --format mermaid            for Markdown
  noetl graph shop.yaml --format svg -o shop.svg    as a picture
  noetl graph shop.yaml --format dot | dot -Tpng > shop.png

Exit codes:
  0  done
  2  wrong flag, file that cannot be read or written, invalid playbook`;

interface Flags {
  readonly format: GraphFormat;
  readonly output?: string;
}

export const defineGraph: DefineCommand = (program, cli, exitWith) =>
  program
    .command('graph')
    .summary('draw the steps of a playbook')
    .description('Draw the steps of a playbook and the arcs between them.')
    .argument('<file>', 'the playbook')
    .addOption(new Option('-f, --format <format>', 'kind of drawing').choices(GRAPH_FORMATS).default('text'))
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .addHelpText('after', HELP)
    .action(async (file: string, flags: Flags) => exitWith(await graphCommand(file, flags, cli)));
