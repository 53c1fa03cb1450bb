import { describe, expect, it } from 'vitest';
import { asWrittenNow } from './older-command-lines.ts';

const now = (line: string): string => asWrittenNow(line.split(' ')).join(' ');

describe('an older command line', () => {
  it.each([
    ['catalog register shop.yaml', 'register shop.yaml'],
    ['catalog list Playbook -j', 'catalog list -j'],
    ['catalog list credential', 'credential list'],
    ['list Playbook', 'catalog list'],
    ['list credential -j', 'credential list -j'],
    ['get credential pg', 'credential get pg'],
    ['register credential -f pg.json', 'credential add -f pg.json'],
    ['execute playbook shop/order -i in.json', 'execute shop/order -i in.json'],
    ['execute status 5136', 'status --remote 5136'],
    ['execute rerun 5136 -i in.json', 'rerun --remote 5136 -i in.json'],
  ])('%s means %s', (older, ours) => {
    expect(now(older)).toBe(ours);
  });

  it.each([
    'execute playbook',
    'execute status --wait',
    'register credential',
    'register credential other.yaml',
    'catalog list --all',
    'list',
    'run catalog register',
  ])('%s is left alone: these are names', line => {
    expect(now(line)).toBe(line);
  });
});
