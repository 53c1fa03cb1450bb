import { describe, expect, it } from 'vitest';
import { ensureServices } from './ensure-services.ts';
import { fakeMachine } from './fake-machine.ts';

const quiet = { install: true, announce: () => {} };
const complete = {
  '/usr/bin/python3': 'jinja 3.1.2',
  '/usr/lib/postgresql/15/bin': 'PostgreSQL 15.18',
  '/usr/bin/nats-server': '',
};

describe('finding', () => {
  it('takes what is there and installs nothing', async () => {
    const machine = fakeMachine({ files: complete, isRoot: true });
    const services = await ensureServices(machine, quiet);
    expect(services).toEqual({
      python: { available: true, found: { command: '/usr/bin/python3', jinja: '3.1.2' } },
      postgres: { available: true, found: { binDir: '/usr/lib/postgresql/15/bin', major: 15 } },
      nats: { available: true, found: { command: '/usr/bin/nats-server' } },
    });
    expect(machine.installed).toEqual([]);
  });

  it('passes over a python3 without jinja2', async () => {
    const machine = fakeMachine({ files: { ...complete, '/shims/python3': 'no jinja2' } });
    const { python } = await ensureServices(machine, quiet);
    expect(python).toMatchObject({ found: { command: '/usr/bin/python3' } });
  });

  it('takes the newest PostgreSQL and refuses one that is too old', async () => {
    const newer = {
      ...complete,
      '/usr/lib/postgresql/9/bin': 'PostgreSQL 9.6',
      '/usr/lib/postgresql/17/bin': 'PostgreSQL 17.1',
    };
    const { postgres } = await ensureServices(fakeMachine({ files: newer }), quiet);
    expect(postgres).toMatchObject({ found: { major: 17 } });

    const old = fakeMachine({ files: { '/usr/lib/postgresql/13/bin': 'PostgreSQL 13.4' } });
    expect((await ensureServices(old, quiet)).postgres).toMatchObject({
      reason: 'PostgreSQL 13 is older than 14, and not root',
    });
  });
});

describe('installing', () => {
  it('installs only what is missing, and only as root with apt-get', async () => {
    const { '/usr/bin/nats-server': _, ...withoutNats } = complete;
    const machine = fakeMachine({
      files: { ...withoutNats, '/usr/bin/apt-get': '' },
      isRoot: true,
      repository: complete,
    });
    const said: string[] = [];
    const services = await ensureServices(machine, { install: true, announce: line => said.push(line) });
    expect(machine.installed).toEqual(['nats-server']);
    expect(services.nats).toEqual({ available: true, found: { command: '/usr/bin/nats-server' } });
    expect(said).toEqual(['installing what the tests need: nats (apt-get, once per machine)']);
  });

  it('fetches the package lists once when apt-get does not know the packages', async () => {
    const files = { '/usr/bin/apt-get': '' };
    const machine = fakeMachine({ files, isRoot: true, repository: complete, listsFetched: false });
    const services = await ensureServices(machine, quiet);
    expect(machine.installed).toEqual(['python3-jinja2', 'postgresql', 'nats-server']);
    expect(Object.values(services).every(service => service.available)).toBe(true);
  });

  it.each([
    ['not root', { isRoot: false, install: true, apt: true }],
    ['no apt-get', { isRoot: true, install: true, apt: false }],
    ['NOETL_TEST_INSTALL=never', { isRoot: true, install: false, apt: true }],
  ])('leaves the machine alone and says why: %s', async (why, { isRoot, install, apt }) => {
    const machine = fakeMachine({
      files: apt ? { '/usr/bin/apt-get': '' } : {},
      isRoot,
      repository: complete,
    });
    const services = await ensureServices(machine, { ...quiet, install });
    expect(machine.installed).toEqual([]);
    expect(services).toEqual({
      python: { available: false, reason: `no python3, and ${why}` },
      postgres: { available: false, reason: `no PostgreSQL server programs, and ${why}` },
      nats: { available: false, reason: `no nats-server, and ${why}` },
    });
  });

  it('gives the complaint of apt-get as the reason when it fails', async () => {
    const machine = fakeMachine({ files: { '/usr/bin/apt-get': '' }, isRoot: true, repository: {} });
    const { nats } = await ensureServices(machine, quiet);
    expect(nats).toMatchObject({
      available: false,
      reason: expect.stringContaining('E: Unable to locate package'),
    });
  });
});
