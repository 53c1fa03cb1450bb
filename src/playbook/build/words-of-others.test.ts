import { describe, expect, it } from 'vitest';
import { load } from '../load.ts';

const header = 'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: one }\n';
const problemsOf = (text: string) =>
  load(`${header}${text}`).problems.map(({ code, line, column, message, hint }) => ({
    code,
    at: `${line}:${column}`,
    message,
    hint,
  }));

describe('a playbook written in the words of another engine', () => {
  it('is told what its keys are called here', () => {
    const hints = problemsOf(
      'schedule: "@daily"\nworkflow:\n  - step: load\n    depends_on: [extract]\n    retries: 3\n    if: x\n    foreach: y\n',
    ).map(({ hint }) => hint);
    expect(hints).toEqual([
      expect.stringContaining('no scheduler yet'),
      expect.stringContaining('in the `next` of the step it follows'),
      'write `retry: { max_attempts: 3, initial_delay: 1s }`',
      'write `when: "{{ … }}"`',
      'write `loop: { in: "{{ … }}", iterator: item }`',
    ]);
  });

  it('is told what its tools are called here', () => {
    const kinds = (kind: string) =>
      problemsOf(`workflow:\n  - { step: a, tool: { kind: ${kind} } }\n`)[0]?.hint;
    expect(['bash', 'PythonOperator', 'sleep', 'htpp'].map(kinds)).toEqual([
      'write `kind: shell`',
      'write `kind: python`',
      'write `kind: wait`',
      'did you mean `http`?',
    ]);
  });

  it('whose step is named by `name` is told once', () => {
    const problems = problemsOf('workflow:\n  - step: a\n  - name: load\n    tool: { kind: noop }\n');
    expect(problems).toMatchObject([{ code: 'step_unnamed', hint: 'the key is `step`, not `name`' }]);
  });
});

describe('indentation that went wrong', () => {
  it('is an error where the fields of a tool stand beside an empty one', () => {
    expect(problemsOf('workflow:\n  - step: a\n    tool:\n    kind: noop\n    url: x\n')).toMatchObject([
      {
        code: 'tool_missing',
        at: '7:5',
        message: '`tool` is empty, and `kind` stands beside it',
        hint: 'indent what belongs to the tool further than `tool:`',
      },
    ]);
  });

  it('is explained where a key fits neither the list nor the item above', () => {
    expect(problemsOf('workflow:\n  - step: a\n   tool: { kind: noop }\n')).toMatchObject([
      { code: 'yaml_syntax', at: '6:4', hint: expect.stringContaining('align the key') },
    ]);
  });
});
