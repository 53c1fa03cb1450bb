import { describe, expect, it } from 'vitest';
import { formatPlaybook } from './format-playbook.ts';

const head = 'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata:\n  name: one\n';

function format(text: string): string {
  const result = formatPlaybook(text);
  if (result.kind !== 'formatted') throw new Error(JSON.stringify(result));
  const again = formatPlaybook(result.text);
  expect(again).toMatchObject({ kind: 'formatted', text: result.text, changed: false });
  return result.text;
}

const steps = (...lines: readonly string[]) =>
  `${head}workflow:\n${lines.map(line => `  ${line}\n`).join('')}`;

describe('short forms', () => {
  it('writes one follower as a name, several as a list of names', () => {
    expect(format(steps('- step: a', '  next: { arcs: [{ step: b }] }', '- step: b'))).toContain(
      '    next: b\n',
    );
    expect(
      format(steps('- step: a', '  next: [{ step: b }, { step: c }]', '- step: b', '- step: c')),
    ).toContain('    next: [b, c]\n');
  });

  it('writes arcs that are selected together in one', () => {
    const text = steps(
      '- step: a',
      '  next: [{ when: "{{ workload.x }}", then: [b, c] }, { else: [{ step: b, args: { y: 1 } }, c] }]',
      '- step: b',
      '- step: c',
      'workload: { x: 1 }',
    ).replace('  workload', 'workload');
    expect(format(text)).toContain(
      [
        '    next:',
        '      arcs:',
        '        - { step: [b, c], when: "{{ workload.x }}" }',
        '        - then:',
        '            - { step: b, args: { y: 1 } }',
        '            - { step: c }',
        '',
      ].join('\n'),
    );
  });

  it('writes a retry of only a number as that number', () => {
    expect(
      format(steps('- step: a', '  tool: { kind: noop, retry: { max_attempts: 5, multiplier: 1.5 } }')),
    ).toContain('    tool: { kind: noop }\n    retry: 5\n');
  });

  it('writes durations in their largest unit', () => {
    expect(format(steps('- step: a', '  tool: { kind: wait, for: 1 }', '  timeout: 7200'))).toContain(
      'timeout: 2h\n',
    );
    expect(format(steps('- step: a', '  tool: { kind: noop }', '  timeout: 0.25'))).toContain(
      'timeout: 250ms\n',
    );
  });

  it('says a timeout that all tasks share once', () => {
    const tasks = ['{ name: x, kind: noop, timeout: 5s }', '{ name: y, kind: noop, timeout: 5000ms }'];
    expect(format(steps('- step: a', `  tool: [${tasks.join(', ')}]`))).toContain('    timeout: 5s\n');
  });

  it('leaves defaults out', () => {
    const text = `${head}executor: { profile: auto, spec: { loop_mode: local } }\nworkflow:\n  - step: a\n    on_error: fail\n`;
    expect(format(text)).toBe(`${head}workflow:\n  - step: a\n`);
  });

  it('names the entry step only where it is not the obvious one', () => {
    const executor = (entry: string) => `executor: { spec: { entry_step: ${entry} } }\n`;
    const text = steps('- step: a', '  next: b', '- step: b', '  next: a').replace(
      'next: a',
      'next: { arcs: [{ step: a, when: "{{ output.data }}" }] }',
    );
    expect(format(text + executor('a'))).not.toContain('entry_step');
    expect(format(text + executor('b'))).toContain('entry_step: b');
  });

  it('says once for all steps that it is an error if no arc matches', () => {
    const text = steps('- step: a', '  next: b', '- step: b');
    const executor = 'executor: { spec: { no_next_is_error: true } }\n';
    const canonical = format(text + executor);
    expect(canonical).toContain('  spec:\n    no_next_is_error: true\n');
    expect(canonical).toContain('    next: b\n');
  });
});

describe('what the model does not hold', () => {
  it('keeps keys that mean nothing', () => {
    const text = `${steps('- step: a', '  descr: x', '  tool: { kind: noop }')}tracing: { level: 2 } # soon\n`;
    const canonical = format(text);
    expect(canonical).toContain('    tool: { kind: noop }\n    descr: x\n');
    expect(canonical).toContain('tracing: { level: 2 } # soon\n');
  });

  it('keeps the workbook and the references to it', () => {
    const workbook =
      'workbook:\n  - name: greet # often\n    tool: { kind: python, code: result = who }\n    retry: 2\n';
    const text = `${head}${workbook}workflow:\n  - step: a\n    tool: { kind: workbook, name: greet, input: { who: me } }\n`;
    expect(format(text)).toBe(text);
  });

  it('resolves a workbook of older spellings', () => {
    const workbook = 'workbook:\n  - task: greet\n    type: python\n    code: result = 1\n';
    expect(
      format(`${head}${workbook}workflow:\n  - step: a\n    tool: { kind: workbook, name: greet }\n`),
    ).toBe(`${head}workflow:\n  - step: a\n    tool: { kind: python, code: result = 1 }\n`);
  });

  it('writes anchors, aliases and merges out', () => {
    const text = `${head}workload:\n  a: &x { b: 1 }\n  c: *x\n  d: { <<: *x, e: 2 }\nworkflow: [{ step: s }]\n`;
    expect(format(text)).toContain('workload:\n  a: { b: 1 }\n  c: { b: 1 }\n  d: { e: 2, b: 1 }\n');
  });

  it('drops a byte order mark', () => {
    expect(format(`\ufeff# first\n${steps('- step: a')}`)).toBe(`# first\n${steps('- step: a')}`);
  });
});

describe('comments of older spellings', () => {
  it('follow what they describe to its new place', () => {
    const text = [
      head.trimEnd(),
      'workflow:',
      '  # greets',
      '  - step: a',
      '    # the tool',
      '    type: http',
      '    # where to',
      '    endpoint: http://x # secret',
      '    # one by one',
      '    loop: { collection: [1, 2], element: n }',
      '    # and then',
      '    next:',
      '      # the end',
      '      - step: b',
      '  - step: b',
      '# bye',
      '',
    ].join('\n');
    expect(format(text)).toBe(
      [
        head.trimEnd(),
        'workflow:',
        '  # greets',
        '  - step: a',
        '    # one by one',
        '    loop: { in: [1, 2], iterator: n }',
        '    # the tool',
        '    tool:',
        '      kind: http',
        '      # where to',
        '      url: http://x # secret',
        '    # and then',
        '    # the end',
        '    next: b',
        '',
        '  - step: b',
        '# bye',
        '',
      ].join('\n'),
    );
  });
});

describe('what is refused', () => {
  it('refuses a playbook with errors, and names them', () => {
    expect(formatPlaybook(steps('- step: a', '  next: b'))).toMatchObject({
      kind: 'refused',
      problems: [{ code: 'next_unknown_step' }],
    });
  });

  it('refuses to lose a second document', () => {
    expect(formatPlaybook(`${steps('- step: a')}---\nb: 1\n`)).toMatchObject({
      kind: 'refused',
      problems: [{ code: 'document_ignored' }],
    });
  });
});
