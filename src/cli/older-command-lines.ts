type FollowedBy = 'a word' | 'an option' | 'anything';

/** With what older command lines begin, how that is written now, and what has to follow for it to be meant so. */
const OLDER: readonly (readonly [older: string, now: string, followedBy: FollowedBy])[] = [
  ['catalog register', 'register', 'anything'],
  ['catalog list playbook', 'catalog list', 'anything'],
  ['catalog list credential', 'credential list', 'anything'],
  ['list playbook', 'catalog list', 'anything'],
  ['list credential', 'credential list', 'anything'],
  ['get credential', 'credential get', 'anything'],
  // Otherwise these are names: of a folder that is registered, of playbooks that are executed.
  ['register credential', 'credential add', 'an option'],
  ['execute playbook', 'execute', 'a word'],
  ['execute status', 'status --remote', 'a word'],
  ['execute rerun', 'rerun --remote', 'a word'],
];

/** A command line in the words of this version; one that is in them already is given back as it is. */
export function asWrittenNow(args: readonly string[]): readonly string[] {
  for (const [older, now, followedBy] of OLDER) {
    const { length } = older.split(' ');
    const isMeant = args.slice(0, length).join(' ').toLowerCase() === older;
    if (isMeant && fits(args[length], followedBy)) return [...now.split(' '), ...args.slice(length)];
  }
  return args;
}

function fits(next: string | undefined, followedBy: FollowedBy): boolean {
  if (followedBy === 'anything') return true;
  return next !== undefined && next.startsWith('-') === (followedBy === 'an option');
}
