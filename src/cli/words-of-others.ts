/** What people type who come from other tools, by what it is called here. */
const WORDS: Readonly<Record<string, string>> = {
  run: 'start trigger submit launch backfill',
  executions: 'list ls ps runs history',
  status: 'show describe inspect get info',
  logs: 'log tail',
  cancel: 'stop kill abort terminate',
  rerun: 'retry restart clear',
  signal: 'approve send',
  validate: 'lint check',
  fmt: 'format prettier',
  init: 'new create',
  graph: 'draw dag plot',
  credential: 'secret secrets connections connection',
  query: 'sql',
  server: 'serve up webserver scheduler',
  '--version': 'version -v',
  'noetl COMMAND --server-url http://HOST:PORT': '--host --port -p',
};

/** Options of the commands themselves, which others take in front of them. */
const BEHIND: readonly string[] = ['--server-url', '--context', '--remote', '--data-dir', '--output', '-o'];

const UNKNOWN = /unknown (?:command|option) '([^']+)'/;

/** An error of the argument table, with what a word of another tool is called here in place of what looks like it. */
export function inOurWords(error: string): string {
  const word = UNKNOWN.exec(error)?.[1] ?? '';
  const [first = ''] = error.split('\n', 1);
  if (BEHIND.includes(word)) return `${first}\n(It is written behind the command: noetl COMMAND ${word} …)\n`;
  const ours = Object.keys(WORDS).find(each => WORDS[each]?.split(' ').includes(word));
  if (ours === undefined) return error;
  return `${first}\n(It is called ${ours} here.)\n`;
}
