import { expect, it } from 'vitest';
import { load } from '../../../src/playbook/index.ts';

const STEPS = 10_000;

/** Under two seconds on a quiet machine; the bound leaves room for tests that run beside this one. */
const WITHIN = 20_000;

const step = (i: number) => `  - step: s${i}
    tool: { kind: http, url: "{{ workload.api_url }}/{{ s${Math.max(0, i - 1)}.id }}" }
    next: s${i + 1}
`;

it('a playbook of ten thousand steps is loaded and checked', () => {
  const text = [
    'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: long }\n',
    'workload: { api_url: "https://example.com" }\nworkflow:\n',
    ...Array.from({ length: STEPS }, (_, i) => step(i)),
    `  - step: s${STEPS}\n`,
  ].join('');
  const started = performance.now();
  const { playbook, problems } = load(text);
  expect(performance.now() - started).toBeLessThan(WITHIN);
  expect(problems).toEqual([]);
  expect(playbook?.workflow).toHaveLength(STEPS + 1);
});
