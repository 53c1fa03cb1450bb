import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { findTopic, listTopics, readTopic, SYNONYMS } from '../help/topics.ts';
import { documentPath } from '../input/package-files.ts';
import { runCli } from '../run-cli.ts';

async function help(...args: readonly string[]) {
  const console = capturedConsole();
  const code = await runCli(['help', ...args], testCli(console));
  return { code, ...console.written };
}

describe('noetl help', () => {
  it('lists the commands and every topic', async () => {
    const { code, out } = await help();
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}validate /m);
    for (const { name } of await listTopics()) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('prints the help of a command, also by its other name', async () => {
    expect((await help('exec')).out).toContain('Usage: noetl run');
  });

  it('prints a page of the guide, part of a page, a tool, a problem code', async () => {
    expect((await help('caching')).out).toMatch(/^CACHING\n/);
    expect((await help('exit-codes')).out).toContain('130');
    expect((await help('exit-codes')).out).not.toContain('NO_COLOR');
    expect((await help('http')).out).toContain('follow_redirects');
    expect((await help('next_unknown_step')).out).toContain('An arc leads to a step that does not exist.');
  });

  it('prints a rule that `noetl explain` names', async () => {
    expect((await help('F5')).out).toMatch(/^F5 Only the active run can end, and it ends once\./);
    expect((await help('f6')).out).toContain('execution needs no look at its log.');
    expect((await help('F99')).code).toBe(2);
  });

  it('names the nearest topic where there is none', async () => {
    const { code, err } = await help('cachng');
    expect(code).toBe(2);
    expect(err).toContain("did you mean 'caching'?");
  });
});

describe('topics', () => {
  it('have a title and a text', async () => {
    for (const topic of await listTopics()) {
      expect(existsSync(documentPath(topic.page))).toBe(true);
      expect(topic.title).not.toBe('');
      expect((await readTopic(topic)).length, topic.name).toBeGreaterThan(100);
    }
  });

  it('are what every synonym leads to', async () => {
    for (const word of Object.keys(SYNONYMS)) expect(await findTopic(word), word).toBeDefined();
  });

  it('are not looked for outside of the manual', async () => {
    expect(await findTopic('../../README')).toBeUndefined();
  });
});
