import type { Command } from 'commander';
import { nearestName } from '../../common/nearest-name.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { renderMarkdown } from '../help/render-markdown.ts';
import { readRule } from '../help/rules.ts';
import { findTopic, listTopics, readTopic, SYNONYMS, type Topic } from '../help/topics.ts';
import { padToWidth } from '../output/text-width.ts';

/** Lines longer than this are hard to read, however wide the terminal is. */
const WIDEST = 100;
const IN_A_PIPE = 80;

/** `noetl help [TOPIC]`: the help of a command, a page of the manual, or what there is to read. */
export async function helpCommand(topic: string | undefined, program: Command, cli: Cli): Promise<ExitCode> {
  if (topic === undefined) {
    program.outputHelp();
    cli.console.out(topicList(await listTopics(), cli));
    return EXIT.ok;
  }
  const command = program.commands.find(each => each.name() === topic || each.aliases().includes(topic));
  if (command) {
    command.outputHelp();
    return EXIT.ok;
  }
  const found = await findTopic(topic);
  const text = found ? await readTopic(found) : await readRule(topic);
  return text === undefined ? unknown(topic, program, cli) : show(text, cli);
}

function show(markdown: string, { console }: Cli): ExitCode {
  const width = Math.min(console.outColumns ?? IN_A_PIPE, WIDEST);
  console.out(renderMarkdown(markdown, console.outPaint, width));
  return EXIT.ok;
}

function topicList(topics: readonly Topic[], { console: { outPaint } }: Cli): string {
  const width = Math.max(...topics.map(({ name }) => name.length));
  const lines = topics.map(({ name, title }) => `  ${padToWidth(name, width)}  ${title}\n`);
  return `
${outPaint.bold('Topics:')}
${lines.join('')}
\`noetl help TOPIC\` prints one of them, \`noetl help KIND\` a kind of tool (http, python, shell, …), and
\`noetl help CODE\` what a problem code means, or a rule that \`noetl explain\` names, such as F5.
`;
}

async function unknown(topic: string, program: Command, { console }: Cli): Promise<ExitCode> {
  const topics = (await listTopics()).map(({ name }) => name);
  const names = [...program.commands.map(command => command.name()), ...topics, ...Object.keys(SYNONYMS)];
  const near = nearestName(topic, names);
  const meant = near === undefined ? '' : `; did you mean '${near}'?`;
  console.err(`${console.errPaint.red('error')}: there is no command or topic '${topic}'${meant}\n`);
  console.err('`noetl help` lists what there is.\n');
  return EXIT.usage;
}
