import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CTRL_C, OnTerminal } from '../support/on-terminal.ts';
import { processGone } from '../support/process-gone.ts';
import { CLI } from '../support/run-command.ts';
import { describeWith } from '../support/services/describe-with.ts';
import { ensureBuilt } from '../support/services/start.ts';

let folder: string;
beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(join(tmpdir(), 'noetl-terminal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const header = 'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: on_terminal }\n';

/** `cmd` runs in the shell of the terminal; RUN in it is the command line of the playbook. */
async function start(name: string, workflow: string, shell = 'RUN', env: Record<string, string> = {}) {
  const file = join(folder, `${name}.yaml`);
  await writeFile(file, `${header}workflow:\n${workflow}`);
  const run = `'${process.execPath}' '${CLI}' run '${file}' --data-dir '${join(folder, name)}'`;
  return new OnTerminal(['sh', '-c', shell.replace('RUN', run)], { env });
}

const quick = `  - { step: make, tool: { kind: noop, input: { rows: [{ shop: Berlin, orders: 12 }, { shop: 東京, orders: 7 }] } } }\n`;
const slow = (command: string) =>
  `  - { step: work, tool: { kind: shell, cmds: ["echo ready; ${command}"] } }\n`;
const tidy = { isCursorVisible: true, doesWrap: true, unknown: [] };

describeWith('python', 'noetl run on a terminal', () => {
  it('leaves the tree, how it went, and the result as a table', async () => {
    const watched = await start('table', quick);
    expect(await watched.ended()).toBe(0);
    const [step, headline, ...result] = watched.terminal.everything;
    expect(step).toMatch(/^✓ make {2}\d.* m?s$/);
    expect(headline).toMatch(/^completed in \d.* m?s {2}execution \d+$/);
    expect(result).toEqual(['rows', '  shop    orders', '  Berlin      12', '  東京         7']);
    expect(watched.terminal).toMatchObject(tidy);
  });

  it('shows the picture on the terminal while the result goes into a file', async () => {
    const out = join(folder, 'out.json');
    const watched = await start('piped', quick, `RUN > '${out}'`);
    expect(await watched.ended()).toBe(0);
    expect(watched.terminal.everything).toHaveLength(2);
    expect(JSON.parse(await readFile(out, 'utf8'))).toEqual({
      rows: [
        { shop: 'Berlin', orders: 12 },
        { shop: '東京', orders: 7 },
      ],
    });
  });

  it('shows what runs and what it prints; Ctrl-C cancels, cleans the screen up and exits with 130', async () => {
    const watched = await start('cancel', slow('sleep 60'));
    await watched.shows('│ work  ready');
    expect(watched.terminal.isCursorVisible).toBe(false);
    watched.type(CTRL_C);
    expect(await watched.ended()).toBe(130);
    expect(watched.terminal.everything[0]).toBe('■ work  stopped');
    expect(watched.terminal.everything[1]).toMatch(/^cancelled in /);
    expect(watched.terminal.everything.join('\n')).not.toContain('│');
    expect(watched.terminal).toMatchObject(tidy);
  });

  it('does not wait for a deaf command after a second Ctrl-C, and leaves nothing running', async () => {
    const watched = await start('deaf', slow("trap '' TERM INT; echo $$; while :; do sleep 0.1; done"));
    await watched.shows('│ work  ready');
    const pid = await shownPid(watched);
    watched.type(CTRL_C);
    await watched.shows('cancelled in');
    watched.type(CTRL_C);
    expect(await watched.ended()).toBe(130);
    expect(watched.terminal).toMatchObject(tidy);
    await processGone(pid);
  });

  it('tells a failure with step, attempt, cause, config, log and the commands to type next', async () => {
    const watched = await start('failure', slow('exit 3'));
    expect(await watched.ended()).toBe(1);
    const shown = watched.terminal.everything.join('\n');
    expect(shown).toMatch(/^✗ work {2}\d.* m?s {2,}.*3\nfailed in .*\nerror: step 'work': .*3/);
    expect(shown).toContain('  step    work, attempt 1 of 1');
    expect(shown).toContain('  config  kind: shell');
    expect(shown).toContain('  log     ready');
    expect(shown).toMatch(/next: noetl explain \d+/);
    expect(shown).toMatch(/noetl logs \d+ --step work/);
    expect(shown).toMatch(/noetl rerun \d+ --from work/);
  });

  it.each([{ TERM: 'dumb' }, { CI: 'true' }])('writes lines and moves no cursor with %o', async env => {
    const watched = await start('lines', quick, 'RUN', env);
    expect(await watched.ended()).toBe(0);
    expect(watched.terminal.everything[0]).toMatch(/^✓ make {2}\d.* m?s$/);
  });
});

async function shownPid(watched: OnTerminal): Promise<number> {
  for (;;) {
    const found = /│ work {2}(\d+)/.exec(watched.terminal.everything.join('\n'));
    if (found) return Number(found[1]);
    await watched.changed();
  }
}
