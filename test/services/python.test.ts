import { expect, it } from 'vitest';
import { describeWith, found } from '../support/services/describe-with.ts';
import { execute } from '../support/services/execute.ts';

describeWith('python', 'a python3 with Jinja2', () => {
  it('answers with the version of Jinja2 that was found', async () => {
    const { command, jinja } = found('python');
    expect(jinja).toMatch(/^\d+\.\d+/);
    expect(await execute(command, ['-c', 'import jinja2; print(jinja2.__version__)'])).toBe(jinja);
  });
});
