import type { CompletedCommand, CompletedOption, Wanted } from './command-table.ts';

const LIBRARY = `# Completes noetl and ntl in bash. Load it in ~/.bashrc:  source <(noetl completion bash)

_noetl_words() { local IFS=$'\\n'; COMPREPLY+=($(compgen -W "$1" -- "$cur")); }
_noetl_files() { compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY+=($(compgen -f -- "$cur")); }
_noetl_folders() { compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY+=($(compgen -d -- "$cur")); }
_noetl_executions() { _noetl_words "$("$noetl" complete executions "\${where[@]}" 2>/dev/null)"; }
_noetl_steps() { _noetl_words "$("$noetl" complete steps "$first" "\${where[@]}" 2>/dev/null)"; }

# Finds the first argument of the command, the data directory, and which argument the cursor is at. Options that
# take a value are given as a list with blanks around each.
_noetl_look() {
  local valued=$1 word i
  for ((i = at + 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [ "$word" = --data-dir ]; then where=(--data-dir "\${COMP_WORDS[i+1]}"); fi
    if [[ $valued == *" $word "* ]]; then ((i++))
    elif [[ $word != -* ]]; then
      ((place++))
      [ "$place" -eq 1 ] && first=$word
    fi
  done
}
`;

/** A script for bash 3.2 and later, without further packages. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  return [
    LIBRARY,
    `_noetl() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local noetl=\${COMP_WORDS[0]} command='' at=0 place=0 first='' where=()
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    case \${COMP_WORDS[at]} in -*) ;; *) command=\${COMP_WORDS[at]}; break ;; esac
  done
  case $command in
    '') _noetl_words ${quoted([...commands.flatMap(({ names }) => names), '--help', '--version'])} ;;
${commands.map(commandCase).join('\n')}
  esac
}
complete -F _noetl noetl ntl
`,
  ].join('\n');
}

function commandCase(command: CompletedCommand): string {
  const valued = command.options.filter(({ value }) => value !== undefined);
  const flags = command.options.flatMap(option => option.flags);
  return `    ${command.names.join('|')})
      _noetl_look ' ${valued.flatMap(option => option.flags).join(' ')} '
      case $prev in
${valued.map(valueCase).join('\n')}
      esac
      case $cur in -*) _noetl_words ${quoted(flags)}; return ;; esac
      case $place in
${command.arguments.map((wanted, at) => argumentCase(wanted, at, command)).join('\n')}
      esac ;;`;
}

const valueCase = ({ flags, value }: CompletedOption): string =>
  `        ${flags.join('|')}) ${value ? offer(value) : ':'}; return ;;`;

function argumentCase(wanted: Wanted, at: number, { arguments: all, isVariadic }: CompletedCommand): string {
  const isOpen = isVariadic && at === all.length - 1;
  return `        ${isOpen ? '*' : at}) ${offer(wanted)} ;;`;
}

function offer(wanted: Wanted): string {
  switch (wanted.kind) {
    case 'words':
      return `_noetl_words ${quoted(wanted.words)}`;
    case 'files':
      return '_noetl_files';
    case 'folders':
      return '_noetl_folders';
    case 'executions':
      return '_noetl_executions';
    case 'steps':
      return '_noetl_steps';
    case 'free':
      return ':';
  }
}

const quoted = (words: readonly string[]): string => `$'${words.join('\\n')}'`;
