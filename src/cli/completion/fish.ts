import type { CompletedCommand, CompletedOption, Wanted } from './command-table.ts';

const LIBRARY = `# Completes noetl and ntl in fish:  noetl completion fish > ~/.config/fish/completions/noetl.fish

function __noetl_where
    set -l words (commandline -opc)
    if set -l at (contains -i -- --data-dir $words)
        echo --data-dir
        echo $words[(math $at + 1)]
    end
end
function __noetl_first
    for word in (commandline -opc)[3..-1]
        string match -q -- '-*' $word; or begin; echo $word; return; end
    end
end
function __noetl_executions; noetl complete executions (__noetl_where) 2>/dev/null; end
function __noetl_steps; noetl complete steps (__noetl_first) (__noetl_where) 2>/dev/null; end
complete -c ntl -w noetl
complete -c noetl -f
`;

/** A script of fish's own kind, with descriptions. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  return `${LIBRARY}${commands.map(commandLines).join('')}`;
}

function commandLines({ names, summary, options, arguments: all }: CompletedCommand): string {
  const within = `-n '__fish_seen_subcommand_from ${names.join(' ')}'`;
  const offers = all.map(offered).filter(offer => offer !== undefined);
  return [
    ...names.map(name => `-n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`),
    ...options.map(option => `${within} ${optionPart(option)}`),
    ...[...new Set(offers)].map(offer => `${within} ${offer}`),
  ]
    .map(line => `complete -c noetl ${line}\n`)
    .join('');
}

function optionPart({ flags, description, value }: CompletedOption): string {
  const names = flags.map(flag => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const takes = value === undefined ? '' : ` -r ${offered(value) ?? '-f'}`;
  return `${names.join(' ')} -d ${quoted(description)}${takes}`;
}

function offered(wanted: Wanted): string | undefined {
  switch (wanted.kind) {
    case 'words':
      return `-f -a ${quoted(wanted.words.join(' '))}`;
    case 'files':
      return '-F';
    case 'folders':
      return "-f -a '(__fish_complete_directories)'";
    case 'executions':
      return "-f -a '(__noetl_executions)'";
    case 'steps':
      return "-f -a '(__noetl_steps)'";
    case 'free':
      return undefined;
  }
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, match => `\\${match}`)}'`;
