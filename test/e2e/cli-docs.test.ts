import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { capturedConsole } from '../support/captured-console.ts';
import { testCli } from '../support/test-cli.ts';

const page = readFileSync(new URL('../../docs/reference/cli.md', import.meta.url), 'utf8');
const program = createProgram(testCli(capturedConsole()), () => {});

/** The text below the heading of each command. */
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map(section => [/^`noetl (\w[\w-]*)/.exec(section)?.[1] ?? section.split('\n')[0]!, section]),
);

/** Options in the first column of a table. */
const optionsIn = (section: string): readonly string[] =>
  [...section.matchAll(/^\| `(-[^`]*)` \|/gm)].map(match => match[1]!).sort();

/** Described once, for all commands that take them. */
const SERVER_OPTIONS = ['--remote', '--server-url <url>', '--context <name>'];

/** Other spellings, which older command lines have, are understood and not shown. */
const optionsOf = (command: Command): readonly string[] =>
  command.options
    .filter(({ hidden }) => !hidden)
    .map(({ flags }) => flags)
    .filter(flags => !SERVER_OPTIONS.includes(flags))
    .sort();

const takesServer = (command: Command): boolean =>
  [command, ...command.commands].some(({ options }) =>
    options.some(({ flags }) => flags === '--context <name>'),
  );

describe('the reference of the command line', () => {
  it('has a section for every command, and no other', () => {
    expect([...sections.keys()].sort()).toEqual(program.commands.map(command => command.name()).sort());
  });

  it.each(program.commands.map(command => [command.name(), command] as const))(
    'lists every option of %s, and no other',
    (name, command) => {
      expect(optionsIn(sections.get(name) ?? '')).toEqual(optionsOf(command));
    },
  );

  it.each(program.commands.map(command => [command.name(), command] as const))(
    'shows how %s is called',
    (name, command) => {
      const usage = command.registeredArguments.map(argument => argument.name().toUpperCase()).join(' ');
      expect(sections.get(name)).toMatch(new RegExp(`^\`noetl ${name}${usage && ' '}${usage}`, 'i'));
      for (const alias of command.aliases()) expect(sections.get(name)).toContain(`noetl ${alias}`);
    },
  );

  it('says of every command whether it takes the options of a server', () => {
    const linked = [...sections].filter(([, section]) => section.includes('(#on-a-server)'));
    const taking = program.commands.filter(takesServer);
    expect(linked.map(([name]) => name).sort()).toEqual(taking.map(command => command.name()).sort());
  });

  it('lists the options of the program itself, and those of a server', () => {
    const shared = ['-V, --version', '-h, --help', ...SERVER_OPTIONS].sort();
    expect(optionsIn(page.split(/^### /m)[0]!)).toEqual(shared);
  });
});
