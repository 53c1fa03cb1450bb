import { mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ContextProblem, Contexts } from './contexts.ts';
import { contextsFile, loadContexts, saveContexts } from './contexts-file.ts';
import { serverAddress, wantsServer } from './server-address.ts';

const none = Contexts.read('', 'config.yaml');
const prod = { name: 'prod', serverUrl: 'https://noetl.example.com/', runtime: 'auto' } as const;
const dev = { name: 'dev', serverUrl: 'http://127.0.0.1:9000', runtime: 'distributed' } as const;

describe('contexts', () => {
  it('make the first one current, and another only if asked', () => {
    const two = none.with(prod, false).with(dev, false);
    expect(two.current).toEqual({ ...prod, serverUrl: 'https://noetl.example.com' });
    expect(two.with(dev, true).current).toEqual(dev);
    expect(two.using('dev').current).toEqual(dev);
  });

  it('change the runtime of the current one alone', () => {
    const two = none.with(prod, false).with(dev, false).withRuntime('distributed');
    expect(two.all.map(({ runtime }) => runtime)).toEqual(['distributed', 'distributed']);
    expect(two.withRuntime('local').current?.runtime).toBe('local');
    expect(() => none.withRuntime('local')).toThrow('no context is current');
  });

  it('are none current after the current one is deleted', () => {
    const two = none.with(prod, false).with(dev, false);
    expect(two.without('prod').current).toBeUndefined();
    expect(two.without('dev').current?.name).toBe('prod');
  });

  it('keep comments and the fields of other programs', () => {
    const text = '# mine\ncontexts:\n  prod:\n    server_url: http://a\n    gateway_session_token: t\n';
    const changed = Contexts.read(text, 'config.yaml').with(prod, false).toString();
    expect(changed).toContain('# mine');
    expect(changed).toContain('gateway_session_token: t');
    expect(changed).toContain('server_url: https://noetl.example.com\n');
  });

  it('say what is wrong with a name, an address or a file', () => {
    expect(() => none.find('x')).toThrow("there is no context 'x': `noetl context add` makes one");
    expect(() => none.with(prod, false).using('x')).toThrow("there is no context 'x': there are prod");
    expect(() => none.with({ ...prod, name: 'a b' }, false)).toThrow(ContextProblem);
    expect(() => none.with({ ...prod, serverUrl: 'ftp://a' }, false)).toThrow(
      '--server-url must be an address',
    );
    expect(() => Contexts.read('[1]', 'c.yaml')).toThrow('c.yaml is no file of contexts');
    expect(() => Contexts.read('a: [', 'c.yaml')).toThrow('c.yaml is no YAML');
    expect(() => Contexts.read('contexts: {a: {}}', 'c.yaml').all).toThrow(
      "the context 'a' has no server_url",
    );
  });
});

describe('the address of the server', () => {
  const contexts = none.with(prod, false).with(dev, false);
  const env = { NOETL_SERVER_URL: 'http://env:1' };

  it('comes from the flag, the named context, the environment, the current context, then the default', () => {
    const url = (choice: object, environment: object, known = contexts) =>
      serverAddress(choice, environment as Record<string, string>, known).url;
    expect(url({ serverUrl: 'http://flag:1/', context: 'dev' }, env)).toBe('http://flag:1');
    expect(url({ context: 'dev' }, env)).toBe('http://127.0.0.1:9000');
    expect(url({}, env)).toBe('http://env:1');
    expect(url({}, {})).toBe('https://noetl.example.com');
    expect(url({}, {}, none)).toBe('http://127.0.0.1:8082');
  });

  it('is used by commands that also work here only where somebody said so', () => {
    expect(wantsServer({}, contexts)).toBe(false);
    expect(wantsServer({ remote: true }, contexts)).toBe(true);
    expect(wantsServer({ context: 'prod' }, contexts)).toBe(true);
    expect(wantsServer({}, contexts.using('dev'))).toBe(true);
    expect(wantsServer({ local: true }, contexts.using('dev'))).toBe(false);
    expect(wantsServer({ runtime: 'local' }, contexts.using('dev'))).toBe(false);
    expect(wantsServer({ runtime: 'distributed' }, none)).toBe(true);
    expect(wantsServer({ runtime: 'auto' }, contexts.using('dev'))).toBe(true);
    expect(wantsServer({}, contexts.using('dev').withRuntime('local'))).toBe(false);
  });
});

describe('the file of contexts', () => {
  it('is written whole, for its owner alone, and leaves nothing beside it', async () => {
    const home = await mkdtemp(join(tmpdir(), 'noetl-contexts-'));
    const file = contextsFile({ HOME: home });
    expect((await loadContexts(file)).all).toEqual([]);
    expect((await loadContexts(contextsFile({ HOME: '/dev/null' }))).all).toEqual([]);
    await saveContexts(file, none.with(prod, false));
    await saveContexts(file, (await loadContexts(file)).with(dev, true));
    expect((await loadContexts(file)).all.map(({ name }) => name)).toEqual(['prod', 'dev']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(home, '.noetl'))).toEqual(['config.yaml']);
  });

  it('stays a link where it is one', async () => {
    const home = await mkdtemp(join(tmpdir(), 'noetl-contexts-'));
    const real = join(home, 'dotfiles.yaml');
    await writeFile(real, '');
    const link = join(home, 'config.yaml');
    await symlink(real, link);
    await saveContexts(link, none.with(prod, false));
    expect(await readFile(real, 'utf8')).toContain('current_context: prod');
  });
});
