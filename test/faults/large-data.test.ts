import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HeldMost } from '../support/held-bytes.ts';
import { useServer } from '../support/http-server.ts';
import { describeWith } from '../support/services/describe-with.ts';
import { phaseOf, runLocally } from './local.ts';

const MB = 1_000_000;

describeWith('python', 'ten megabytes', () => {
  const server = useServer();

  it('go from python to python', async () => {
    const phase = await runLocally(
      `
      workflow:
        - step: make
          tool: { kind: python, code: 'result = {"text": "x" * 10_000_000, "rows": list(range(1000))}' }
          next: use
        - step: use
          tool:
            kind: python
            input: { text: "{{ make.text }}", rows: "{{ make.rows }}" }
            code: 'result = {"length": len(text), "sum": sum(rows)}'
      `,
      phaseOf,
    );
    expect(phase).toMatchObject({ result: { data: { length: 10 * MB, sum: 499_500 } } });
  });

  it('go from http to python, and through a condition', async () => {
    const items = Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'x'.repeat(80) }));
    const body = JSON.stringify({ items });
    server.answer = (_, response) => response.setHeader('content-type', 'application/json').end(body);
    const phase = await runLocally(
      `
      workflow:
        - step: fetch
          tool: { kind: http, url: "${server.origin}" }
          next: { arcs: [{ step: use, when: "{{ fetch.data.items | length == 100000 }}" }] }
        - step: use
          tool:
            kind: python
            input: { items: "{{ fetch.data['items'] }}" }
            code: 'result = {"count": len(items), "last": items[-1]["id"]}'
      `,
      phaseOf,
    );
    expect(body.length).toBeGreaterThan(10 * MB);
    expect(phase).toMatchObject({ result: { data: { count: 100_000, last: 99_999 } } });
  });
});

describeWith('python', 'a step that prints a gigabyte', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-print-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps the head and the tail of it, in bounded memory and on a bounded disk', {
    timeout: 300_000,
  }, async () => {
    const held = new HeldMost();
    const meter = setInterval(held.look, 3000);
    const dataDir = join(folder, 'data');
    const lines = await runLocally(
      `
      workflow:
        - step: talk
          tool:
            kind: shell
            command: 'echo first; yes "$(printf "%0999d" 0)" | head -n 1000000; echo last'
      `,
      async ({ local, state }) => {
        expect(state.phase.kind).toBe('completed');
        await local.stores.logs.flush();
        return local.stores.logs.read({ executionId: state.header?.executionId ?? '' });
      },
      dataDir,
    );
    clearInterval(meter);
    expect(lines[0]?.text).toBe('first');
    expect(lines.at(-1)?.text).toBe('last');
    expect(lines.filter(({ text }) => /\[noetl: \d+ lines? .* left out here\]/.test(text))).toHaveLength(1);
    expect(statSync(join(dataDir, 'logs.db')).size).toBeLessThan(64 * MB);
    expect(statSync(join(dataDir, 'noetl.db')).size).toBeLessThan(16 * MB);
    expect(held.growth).toBeLessThan(100 * MB);
  });
});
