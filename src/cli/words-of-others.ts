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
};

const UNKNOWN = /unknown (?:command|option) '([^']+)'/;

/** An error of the argument table, with what a word of another tool is called here in place of what looks like it. */
export function inOurWords(error: string): string {
  const word = UNKNOWN.exec(error)?.[1] ?? '';
  const ours = Object.keys(WORDS).find(each => WORDS[each]?.split(' ').includes(word));
  if (ours === undefined) return error;
  const [first = ''] = error.split('\n', 1);
  return `${first}\n(It is called ${ours} here.)\n`;
}
