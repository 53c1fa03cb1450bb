import { describe, expect, it } from 'vitest';
import { makeProgram } from '../../src/core/decide/program.ts';
import { playbookFrom } from '../../test/support/load-playbook.ts';
import { renderCode } from './render-code.ts';
import type { Renderer } from './render-task.ts';

const program = makeProgram(playbookFrom('workflow:\n  - { step: a }'));
const context = { workload: { n: 3, name: 'Ada' }, input: { a: 1 }, a: 1, step_one: { rows: [1, 2] } };
const renderer = { program, context, host: {} } as unknown as Renderer;

describe('templates inside code', () => {
  it.each([
    ['x = {{ workload.n }}', 'x = 3'],
    ['x = "{{ workload.name | upper }}" + "{{workload.n}}"', 'x = "ADA" + "3"'],
    ['x = len({{ step_one.rows | tojson }})', 'x = len([1,2])'],
  ])('are rendered where their names exist: %s', (code, expected) => {
    expect(renderCode(renderer, code)).toBe(expected);
  });

  it.each([
    ['f"{{a}}"', 'a lone input is the brace of a Python text'],
    ['{{ nobody.x }}', 'a name that does not exist'],
    ['{{ workload.missing }}', 'a field that does not exist'],
    ["{{'a': 1}}", 'no template'],
    ['{{ 1 + 1 }}', 'reads nothing'],
    ['{{{ workload.n }}}', 'more braces'],
    ['f"{{{a}}}"', 'more braces'],
    ['{% if workload.n %}x{% endif %}', 'a statement'],
    ['const x = {{\n  workload }}', 'over several lines'],
  ])('are left alone otherwise: %s', code => {
    expect(renderCode(renderer, code)).toBe(code);
  });
});
