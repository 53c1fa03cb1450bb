import { expect, it } from 'vitest';
import { validatePlaybookFile } from './validate-playbook-file.ts';

const validate = (text: string) => validatePlaybookFile('p.yaml', text);

function problems(text: string) {
  const verdict = validate(text);
  return verdict.valid ? [] : verdict.problems.map(({ at, what }) => `${at?.line}:${at?.column} ${what}`);
}

const head = 'apiVersion: noetl.io/v2\nkind: Playbook\n';

it('accepts the three generations of the language', () => {
  for (const version of ['v1', 'v2', 'v10']) {
    expect(problems(`apiVersion: noetl.io/${version}\nkind: Playbook\nworkflow: [{ step: a }]\n`)).toEqual(
      [],
    );
  }
});

it('counts the steps and reads the name', () => {
  expect(validate(`${head}metadata: { name: n }\nworkflow: [{ step: a }, { step: b }]`)).toEqual({
    valid: true,
    name: 'n',
    steps: 2,
  });
  expect(validate(`${head}workflow: [{ step: a }]`)).toMatchObject({ name: 'unnamed' });
});

it('places a YAML error where the YAML is broken', () => {
  expect(problems(`${head}workflow: [\n`)[0]).toMatch(/^4:1 this is not valid YAML/);
  expect(problems('a: 1\na: 2\n')[0]).toMatch(/^2:1 this is not valid YAML/);
});

it('says what is missing when the file is empty or no mapping', () => {
  expect(problems('')).toEqual(['1:1 the file is empty']);
  expect(problems('# nothing\n')).toEqual([expect.stringContaining('the file is empty')]);
  expect(problems('- a\n')).toEqual(['1:1 the top level is not a mapping']);
});

it('reports all missing keys at once', () => {
  expect(problems('metadata: {}\n')).toEqual([
    '1:1 apiVersion is missing',
    '1:1 kind is missing',
    '1:1 workflow is missing',
  ]);
});

it('refuses a workflow that is not a list of steps', () => {
  expect(problems(`${head}workflow: { step: a }\n`)).toEqual(['3:11 workflow is not a list of steps']);
  expect(problems(`${head}workflow: []\n`)).toEqual(['3:11 workflow has no steps']);
  expect(problems(`${head}workflow:\n`)).toEqual([
    expect.stringContaining('workflow is not a list of steps'),
  ]);
});

it('gives a reason and a way out with every problem', () => {
  const verdict = validate('kind: 3\n');
  expect(verdict.valid).toBe(false);
  for (const problem of verdict.valid ? [] : verdict.problems) {
    expect(problem.why).not.toBe('');
    expect(problem.fix).not.toBe('');
  }
});
