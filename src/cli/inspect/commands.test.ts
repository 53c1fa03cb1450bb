import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textOf } from '../../../test/support/load-playbook.ts';
import { RecordedShop, SHOP } from '../../../test/support/recorded-shop.ts';

let shop: RecordedShop;
beforeEach(async () => {
  shop = await RecordedShop.open();
});
afterEach(() => shop.close());

const COMMANDS: readonly (readonly string[])[] = [
  ['status'],
  ['explain'],
  ['events'],
  ['logs'],
  ['state'],
  ['graph'],
];

describe('commands that look at executions', () => {
  it.each(COMMANDS)('%s: exits with 2 and says what to do if there is no such execution', async command => {
    await shop.sell();
    const { code, out, err } = await shop.noetl(command, '999999');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe('error: there is no execution 999999 here; `noetl executions` lists what there is\n');
  });

  it.each(COMMANDS)('%s: says that the directory does not exist, and makes none', async command => {
    const missing = join(shop.dataDir, 'missing');
    const { code, err } = await shop.noetlIn(missing, command, 'last');
    expect(code).toBe(2);
    expect(err).toContain('is no data directory');
    expect(existsSync(missing)).toBe(false);
  });

  it.each(['executions', 'queue', 'workers'])('%s: says so, too', async command => {
    const missing = join(shop.dataDir, 'missing');
    expect(await shop.noetlIn(missing, command)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is no data directory'),
    });
    expect(existsSync(missing)).toBe(false);
  });

  it('shows children only if asked, and names their parents', async () => {
    const parent = await shop.sell({}, 'workflow: [{ step: call, tool: { kind: playbook, path: shop } }]');
    const { out } = await shop.noetl('executions', '-o', 'json');
    expect((JSON.parse(out) as unknown[]).length).toBe(1);
    const all = JSON.parse((await shop.noetl('executions', '--children', '-o', 'json')).out);
    expect(all).toMatchObject([{ parent_execution_id: parent }, { execution_id: parent }]);
  });

  it('lists commands, by status and execution, page by page', async () => {
    const id = await shop.sell();
    const all = JSON.parse((await shop.noetl('queue', '-o', 'json')).out) as { queue_id: string }[];
    expect(all[0]).toMatchObject({ execution_id: id, status: 'done', attempts: 1, last_error: null });
    const first = await shop.noetl('queue', '--limit', '1');
    const [, cursor = ''] = /there are more: --cursor (\S+)\n$/.exec(first.err) ?? [];
    const rest = JSON.parse((await shop.noetl('queue', '--cursor', cursor, '-o', 'json')).out);
    expect([all[0], ...rest]).toEqual(all);
    expect(await shop.noetl('queue', '--status', 'dead', '--execution', 'last')).toEqual({
      code: 0,
      out: '',
      err: 'no commands like that\n',
    });
    expect(await shop.noetl('queue', '--cursor', 'x')).toMatchObject({
      code: 2,
      err: 'error: --cursor x must be one that the page before named\n',
    });
  });

  it('lists page by page, and says how to go on', async () => {
    for (let count = 0; count < 3; count++) await shop.sell();
    const first = await shop.noetl('executions', '--limit', '2');
    const [, command] = /there are more: noetl (.*)\n$/.exec(first.err) ?? [];
    const second = await shop.noetl(...(command ?? '').replace(' --data-dir DATA', '').split(' '));
    expect(first.out.split('\n').length + second.out.split('\n').length).toBe(3 + 2 + 2);
    expect(second.err).toBe('');
  });

  it('lists what started a while ago only if asked', async () => {
    await shop.sell();
    shop.clock.pass(3_600_000);
    const recent = await shop.sell();
    const { out } = await shop.noetl('executions', '--since', '30m', '-o', 'json');
    expect(JSON.parse(out)).toMatchObject([{ execution_id: recent }]);
    expect((await shop.noetl('executions', '--since', 'soon')).err).toContain(
      '--since soon must be a duration',
    );
  });

  it('follows events and lines until the execution ends', async () => {
    const id = await shop.engine.start(SHOP, { total: 500 });
    let isApproved = false;
    shop.clock.onWait = goOn => {
      const approve = async () => {
        const { steps } = await shop.engine.engine.state(id);
        const active = steps.get('large')?.active;
        if (isApproved || active?.kind !== 'plain' || active.command?.status.kind !== 'parked') return;
        isApproved = true;
        await shop.engine.engine.send(id, { kind: 'signal', name: 'approval', data: 'yes' });
      };
      void approve()
        .then(() => shop.engine.stores.logs.flush())
        .then(() => setImmediate(goOn));
    };
    const [events, logs] = await Promise.all([
      shop.noetl('events', id, '-f', '--type', 'step.exit'),
      shop.noetl('logs', id, '-f', '--step', 'end'),
    ]);
    expect(events.out.split('\n').map(line => line.split(/ {2,}/)[3])).toEqual([
      'fetch',
      'large',
      'end',
      undefined,
    ]);
    expect(logs.out).toBe('end begins\n');
    expect([events.code, logs.code]).toEqual([0, 0]);
  });

  it('begins after an event', async () => {
    await shop.sell();
    const all = (await shop.noetl('events', 'last')).out.trimEnd().split('\n');
    const third = all[2]!.split('  ')[1]!;
    const rest = (await shop.noetl('events', 'last', '--since', third)).out.trimEnd().split('\n');
    expect(rest).toEqual(all.slice(3));
  });

  it('writes one row per event, as the codec does', async () => {
    await shop.sell();
    const rows = (await shop.noetl('events', 'last', '-o', 'json')).out.trimEnd().split('\n');
    expect(rows.map(row => JSON.parse(row).event_type)).toContain('next.evaluated');
    expect(JSON.parse(rows[0]!)).toMatchObject({ event_type: 'playbook_started', v: 1 });
  });

  it('refuses a moment that the execution does not have', async () => {
    await shop.sell();
    const { code, err } = await shop.noetl('state', 'last', '--at', '77');
    expect(code).toBe(2);
    expect(err).toContain("'77' is no moment of this execution");
    expect((await shop.noetl('state', 'last', '--at', '2001-01-01')).err).toContain('began after 2001-01-01');
  });

  it('finds moments by time and by the end of an event id', async () => {
    await shop.sell();
    const at = async (moment: string) =>
      JSON.parse((await shop.noetl('state', 'last', '--at', moment, '-o', 'json')).out).at;
    expect(await at('2026-11-16 08:30:00')).toMatchObject({ version: 1 });
    const { event_id } = await at('2');
    expect(await at(event_id.slice(-6))).toMatchObject({ event_id, version: 2 });
  });

  it('shows whole values, also stored ones, if asked', async () => {
    await shop.sell({ items: [], total: 'x'.repeat(90_000) });
    const short = await shop.noetl('state', 'last');
    expect(short.out.length).toBeLessThan(2_000);
    const full = JSON.parse((await shop.noetl('state', 'last', '--full', '-o', 'json')).out);
    expect(full.steps.fetch.result.total).toHaveLength(90_000);
  });

  it('answers whether a changed playbook would have gone the same way', async () => {
    await shop.sell();
    await shop.sell({ total: 20 });
    const file = join(shop.dataDir, 'new.yaml');
    await writeFile(file, textOf(SHOP));
    expect(await shop.noetl('replay', file)).toMatchObject({ code: 0, err: '' });
    await writeFile(file, textOf(SHOP.replace('> workload.limit', '> 30')));
    const { code, out } = await shop.noetl('replay', file);
    expect(code).toBe(1);
    expect(out).toContain('differs  fetch  was: → small');
    expect(out).toContain('now: → large');
    expect(out).toContain('2 executions: 1 the same, 1 would differ\n');
    expect((await shop.noetl('replay', file, '--path', 'nothing')).err).toContain('no executions of nothing');
  });

  it('draws to a file', async () => {
    await shop.sell();
    const file = join(shop.dataDir, 'run.svg');
    expect(await shop.noetl('graph', 'last', '-f', 'svg', '-o', file)).toMatchObject({ code: 0, out: '' });
    expect(existsSync(file)).toBe(true);
  });
});

describe('commands that tidy up', () => {
  it('prune: wants to know what may go', async () => {
    const { code, err } = await shop.noetl('prune');
    expect(code).toBe(2);
    expect(err).toContain('say what may go: --older-than 30d');
  });

  it('prune: shows what would go while another process has the directory, and removes nothing then', async () => {
    const old = await shop.sell();
    const recent = await shop.sell();
    const dry = await shop.noetl('prune', '--keep', '1', '--dry-run');
    expect(dry.out).toBe(`  ${old}  completed  test\nwould remove 1 execution\n`);
    const { code, err } = await shop.noetl('prune', '--keep', '1');
    expect(code).toBe(2);
    expect(err).toContain('is in use');
    expect(err).toContain('--dry-run shows what would go');
    expect((await shop.noetl('executions')).out).toContain(old);
    await shop.release();
    expect(await shop.noetl('prune', '--keep', '1')).toMatchObject({ code: 0 });
    const left = JSON.parse((await shop.noetl('executions', '-o', 'json')).out);
    expect(left).toMatchObject([{ execution_id: recent }]);
    expect(left).toHaveLength(1);
  });

  it('prune: makes no directory', async () => {
    const missing = join(shop.dataDir, 'missing');
    expect(await shop.noetlIn(missing, 'prune', '--keep', '1')).toMatchObject({ code: 2 });
    expect(existsSync(missing)).toBe(false);
  });

  it('cleanup: cancels what stands still, and nothing else', async () => {
    const stale = await shop.engine.start(SHOP, { total: 500 });
    await shop.parked(stale);
    await shop.sell();
    await shop.release();
    expect((await shop.noetl('cleanup')).err).toBe('no execution has stood still for 1d\n');
    shop.clock.pass(2 * 86_400_000);
    const dry = await shop.noetl('cleanup', '--dry-run');
    expect(dry.out).toContain(stale);
    expect(dry.err).toBe('would cancel 1 execution\n');
    expect(await shop.noetl('cleanup')).toMatchObject({ code: 0, err: 'cancelled 1 execution\n' });
    expect(JSON.parse((await shop.noetl('status', stale, '-o', 'json')).out).status).toBe('CANCELLED');
    expect((await shop.noetl('cleanup')).out).toBe('');
  });

  it('shows no step as running in an execution that was cancelled', async () => {
    const stale = await shop.engine.start(SHOP, { total: 500 });
    await shop.parked(stale);
    await shop.release();
    shop.clock.pass(2 * 86_400_000);
    await shop.noetl('cleanup');
    shop.clock.pass(3_600_000);
    const { steps, ended_at } = JSON.parse((await shop.noetl('status', stale, '-o', 'json')).out);
    const stopped = Object.values(steps as Record<string, { status: string }>).filter(
      ({ status }) => status === 'CANCELLED',
    );
    expect(stopped).toMatchObject([{ command: null, ended_at }]);
    const { out } = await shop.noetl('status', stale);
    expect(out).not.toMatch(/running|waits/);
    expect(out).toContain(`noetl rerun ${stale} --only-failed`);
    const explained = (await shop.noetl('explain', stale)).out;
    expect(explained).toMatch(/cancelled +F1/);
    expect(explained).toContain(`execution ${stale} is cancelled\nreason: stale: nothing happened for 1d\n`);
  });
});
