import { describe, expect, it } from 'vitest';
import { capturedConsole } from '../../test/support/captured-console.ts';
import { testCli } from '../../test/support/test-cli.ts';
import { VERSION } from '../common/version.ts';
import { runCli } from './run-cli.ts';

async function noetl(...args: readonly string[]) {
  const console = capturedConsole();
  const code = await runCli(args, testCli(console));
  return { code, ...console.written };
}

describe('help and version', () => {
  it('prints the help on stdout when nothing is asked', async () => {
    const { code, out, err } = await noetl();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('run|exec [options] [file] [target]');
  });

  it('names the exit codes and shows an example in the help', async () => {
    const { code, out } = await noetl('--help');
    expect(code).toBe(0);
    expect(out).toContain('Exit codes:');
    expect(out).toContain('noetl run examples/01-hello.yaml');
  });

  it('prints nothing but the version for --version', async () => {
    expect(await noetl('--version')).toEqual({ code: 0, out: `${VERSION}\n`, err: '' });
  });

  it('has the commands in groups', async () => {
    const { out } = await noetl('--help');
    expect(out.match(/^[A-Z][\w ]+:$/gm)).toEqual([
      'Options:',
      'Write playbooks:',
      'Run them:',
      'Look at executions:',
      'Steer them:',
      'Keep secrets:',
      'Work with servers:',
      'Look after it:',
      'Examples:',
      'Exit codes:',
    ]);
  });

  it('says in the help of run how Ctrl-C works', async () => {
    expect((await noetl('help', 'run')).out).toContain('a second Ctrl-C stops at once');
  });
});

describe('a wrong command line', () => {
  it('suggests the command that was probably meant', async () => {
    const { code, out, err } = await noetl('rnu', 'x.yaml');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain("unknown command 'rnu'");
    expect(err).toContain('Did you mean run?');
    expect(err).toContain('noetl --help');
  });

  it('says what a word of another tool is called here', async () => {
    expect((await noetl('list')).err).toBe(
      "error: unknown command 'list'\n(It is called executions here.)\nRun 'noetl --help' to see what is accepted.\n",
    );
    expect((await noetl('version')).err).toContain('(It is called --version here.)');
    expect((await noetl('-v')).err).toContain('(It is called --version here.)');
    expect((await noetl('--server-url', 'http://127.0.0.1:8082', 'executions')).err).toContain(
      '(It is written behind the command: noetl COMMAND --server-url …)',
    );
    expect((await noetl('--host', 'db', 'executions')).err).toContain('--server-url http://HOST:PORT here');
    expect((await noetl('catalog', 'show')).err).not.toContain('status');
  });

  it('suggests the option that was probably meant', async () => {
    const { code, err } = await noetl('--verson');
    expect(code).toBe(2);
    expect(err).toContain('Did you mean --version?');
  });

  it('points to the help of the command whose option is unknown', async () => {
    const { code, err } = await noetl('run', '--fast', 'x.yaml');
    expect(code).toBe(2);
    expect(err).toContain("unknown option '--fast'");
    expect(err).toContain('noetl run --help');
  });

  it('names the choices where an argument is none of them', async () => {
    const { code, err } = await noetl('server', 'restart');
    expect(code).toBe(2);
    expect(err).toMatch(/^error: there is no action 'restart'\. Allowed choices are start, stop, status\.\n/);
  });

  it('says which argument is missing, and refuses one too many', async () => {
    expect(await noetl('graph')).toMatchObject({ code: 2, err: expect.stringContaining("argument 'file'") });
    expect(await noetl('run', 'a', 'b', 'c')).toMatchObject({
      code: 2,
      err: expect.stringContaining('too many'),
    });
  });
});

describe('colour', () => {
  it('marks errors and titles only where the console has colour', async () => {
    const coloured = capturedConsole(true);
    await runCli(['rnu'], testCli(coloured));
    await runCli(['--help'], testCli(coloured));
    expect(coloured.written.err).toContain('\u001b[31merror\u001b[39m');
    expect(coloured.written.out).toContain('\u001b[1mUsage:\u001b[22m');
    expect((await noetl('--help')).out).not.toContain('\u001b');
  });
});
