import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../load.ts';

const playbookWith = (tool: string) =>
  `apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: p }\nworkflow:\n  - step: a\n    ${tool}\n  - { step: report }\n`;

const problemsOf = (tool: string) =>
  load(playbookWith(tool))
    .problems.filter(({ code }) => code === 'callback_place')
    .map(({ message }) => message);

describe('a callback', () => {
  it('is waited for by an only task, or the last one', () => {
    expect(problemsOf('tool: { kind: http, url: x, callback: true }')).toEqual([]);
    expect(
      problemsOf(
        'tool: [{ name: a, kind: noop }, { name: b, kind: shell, cmds: x, callback: { timeout: 2h } }]',
      ),
    ).toEqual([]);
  });

  it.each([
    ['tool: [{ name: a, kind: noop, callback: true }, { name: b, kind: noop }]', 'the last task'],
    ['tool: { kind: wait, for: 1s, callback: true }', 'kind `wait`'],
    ['tool: { kind: playbook, path: x, callback: {} }', 'kind `playbook`'],
    ['tool: { kind: http, url: x, cache: { key: a }, callback: true }', 'remembered'],
    ['tool: { kind: http, url: x, sink: { kind: noop, callback: true } }', 'a sink'],
  ])('cannot be waited for: %s', (tool, message) => {
    expect(problemsOf(tool)).toEqual([expect.stringContaining(message)]);
  });

  it('is not waited for if it says so, for an hour unless it says how long', () => {
    const taskOf = (callback: string) => {
      const { playbook } = load(playbookWith(`tool: { kind: noop, callback: ${callback} }`));
      const tool = playbook?.workflow[0]?.tool;
      return tool?.kind === 'single' ? tool.task.callback : undefined;
    };
    expect(taskOf('false')).toBeUndefined();
    expect(taskOf('true')).toEqual({ timeout: 3_600_000 });
    expect(taskOf('{}')).toEqual({ timeout: 3_600_000 });
    expect(taskOf('{ timeout: 90s }')).toEqual({ timeout: 90_000 });
    expect(load(playbookWith('tool: { kind: noop, callback: soon }')).problems[0]).toMatchObject({
      code: 'wrong_type',
      message: '`callback` must be true or a mapping, not a text',
    });
  });

  it('has an address where it is waited for, and nowhere else', () => {
    const undefinedIn = (callback: string) =>
      load(playbookWith(`tool: { kind: noop, input: { to: "{{ callback.url }}" }, callback: ${callback} }`))
        .problems.map(({ code }) => code)
        .filter(code => code === 'name_undefined');
    expect(undefinedIn('true')).toEqual([]);
    expect(undefinedIn('false')).toEqual(['name_undefined']);
  });

  it('is explained by a page that shows the mistake', () => {
    const page = readFileSync('docs/reference/problems/callback_place.md', 'utf8');
    const [wrong = '', right = ''] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) =>
      text.trimEnd().replaceAll('\n', '\n    '),
    );
    expect(problemsOf(wrong)).toHaveLength(1);
    expect(problemsOf(right)).toEqual([]);
  });
});
