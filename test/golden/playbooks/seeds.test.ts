import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../../src/playbook/index.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const seeds = readdirSync(new URL('./seeds/', import.meta.url));

describe('the playbooks of the project’s first documents', () => {
  it.each(seeds)('%s loads, with nothing but older spellings to report', file => {
    const { playbook, problems } = load(read(`./seeds/${file}`));
    expect(playbook).toBeDefined();
    expect(problems.filter(({ code }) => !code.startsWith('legacy_'))).toEqual([]);
  });

  it('keep the retry of three attempts, one second and no more than the language’s multiplier', () => {
    const { playbook } = load(read('./seeds/retry-verification.yaml'));
    const step = playbook?.workflow.find(({ name }) => name === 'fail_task');
    expect(step?.retry).toEqual([
      {
        maxAttempts: 3,
        initialDelay: 1000,
        multiplier: 1.5,
        maxDelay: 60_000,
        jitter: false,
        when: { condition: '{{ error != None }}' },
        stopWhen: undefined,
      },
    ]);
  });

  it('keep loop and pagination together', () => {
    const { playbook } = load(read('./seeds/loop-with-pagination.yaml'));
    const step = playbook?.workflow.find(({ name }) => name === 'fetch_all_endpoints');
    expect(step).toMatchObject({
      kind: 'loop',
      loop: { iterator: 'endpoint', mode: { kind: 'sequential' } },
      tool: { kind: 'single', task: { kind: 'http', paginate: { maxPages: 10, collect: { path: 'data' } } } },
      next: { arcs: [{ target: { kind: 'step', step: 'validate_results' } }] },
    });
  });
});

describe('the canonical playbook', () => {
  const text = read('./canonical.yaml');
  const { playbook, problems } = load(text, { strict: true });

  it('loads without any problem, also strictly', () => {
    expect(problems).toEqual([]);
    expect(playbook).toBeDefined();
  });

  it('is frozen to the last part', () => {
    const loose: string[] = [];
    const visit = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) loose.push(path);
      for (const [key, part] of Object.entries(value)) visit(part, `${path}.${key}`);
    };
    visit(playbook, 'playbook');
    expect(loose).toEqual([]);
  });

  it('has a hash that layout and comments do not change, and content does', () => {
    const spaced = text.replaceAll('\n  - step', '\n\n  # a comment\n  - step');
    expect(load(spaced).playbook?.hash).toBe(playbook?.hash);
    expect(load(text.replace('2026-01-01', '2026-01-02')).playbook?.hash).not.toBe(playbook?.hash);
    expect(playbook?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('turns older spellings into errors when it is strict', () => {
    const older = text.replace('next: [fetch_orders]', 'next: [{ step: fetch_orders }]');
    expect(load(older).problems).toMatchObject([{ code: 'legacy_next', severity: 'warning' }]);
    expect(load(older, { strict: true })).toMatchObject({
      playbook: undefined,
      problems: [{ code: 'legacy_next', severity: 'error' }],
    });
  });
});
