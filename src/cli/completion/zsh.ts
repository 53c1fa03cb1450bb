import type { CompletedCommand, CompletedOption, Wanted } from './command-table.ts';

const LIBRARY = `#compdef noetl ntl
# Completes noetl and ntl in zsh. Load it in ~/.zshrc, after compinit:  source <(noetl completion zsh)

_noetl_where() { local at=\${words[(I)--data-dir]}; ((at)) && print -l -- --data-dir "\${words[at+1]}"; }
_noetl_executions() { compadd -- \${(f)"$(noetl complete executions \${(f)"$(_noetl_where)"} 2>/dev/null)"}; }
_noetl_steps() {
  local first=\${words[2,-1][(r)[^-]*]}
  compadd -- \${(f)"$(noetl complete steps "$first" \${(f)"$(_noetl_where)"} 2>/dev/null)"}
}
`;

/** A script of zsh's own kind, with descriptions. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const described = commands.flatMap(({ names, summary }) => names.map(name => quoted(`${name}:${summary}`)));
  return `${LIBRARY}
_noetl() {
  local -a commands
  commands=(
    ${described.join('\n    ')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
${commands.map(commandCase).join('\n')}
  esac
}
compdef _noetl noetl ntl
`;
}

function commandCase({ names, options, arguments: all, isVariadic }: CompletedCommand): string {
  const positions = all.map((wanted, at) => {
    const place = isVariadic && at === all.length - 1 ? '*' : String(at + 1);
    return quoted(`${place}:${wanted.kind}:${action(wanted)}`);
  });
  const specs = [...options.map(optionSpec), ...positions];
  return `    ${names.join('|')}) _arguments -s \\\n      ${specs.join(' \\\n      ')} ;;`;
}

function optionSpec({ flags, description, value }: CompletedOption): string {
  const text = `[${description.replace(/[[\]:]/g, match => `\\${match}`)}]`;
  const tail = quoted(`${text}${value ? `:${value.kind}:${action(value)}` : ''}`);
  const [only = ''] = flags;
  return flags.length === 1 ? `${only}${tail}` : `'(${flags.join(' ')})'{${flags.join(',')}}${tail}`;
}

function action(wanted: Wanted): string {
  switch (wanted.kind) {
    case 'words':
      return `(${wanted.words.join(' ')})`;
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    case 'executions':
      return '_noetl_executions';
    case 'steps':
      return '_noetl_steps';
    case 'free':
      return ' ';
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
