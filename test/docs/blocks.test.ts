import { expect, it } from 'vitest';
import { notRun, stepsOf } from './blocks.ts';

it('reads files, commands and what they print from a page', () => {
  const page = [
    '```yaml file=a.yaml\nx: 1\n```',
    '```sh exit=1\nnpm install && npx noetl run a.yaml\n```\n\n```text output\nno\n```',
    '```console\n$ noetl one\n1\n$ noetl two\n```',
    '```yaml\nx: 2\n```',
  ].join('\n\n');
  expect(stepsOf(page)).toEqual([
    { kind: 'file', line: 1, name: 'a.yaml', text: 'x: 1\n' },
    { kind: 'command', line: 5, script: 'noetl run a.yaml\n', exit: 1, output: 'no\n', isBoth: false },
    { kind: 'command', line: 13, script: 'noetl one', exit: 0, output: '1\n', isBoth: true },
    { kind: 'command', line: 13, script: 'noetl two', exit: 0, output: '', isBoth: true },
  ]);
});

it('takes a block of YAML for a playbook if it is a whole one', () => {
  expect(stepsOf('```yaml\napiVersion: noetl.io/v2\nworkflow:\n```\n')).toHaveLength(1);
  expect(stepsOf('```yaml\nworkflow:\n```\n')).toHaveLength(0);
});

it('leaves out what says that it cannot be run', () => {
  const page = '```sh no-run\nnoetl server\n```\n';
  expect(stepsOf(page)).toEqual([]);
  expect(notRun(page)).toHaveLength(1);
});
