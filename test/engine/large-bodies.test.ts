import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mappingOf, type PlainMapping, type PlainValue } from '../../src/common/plain-value.ts';
import { useServer } from '../support/http-server.ts';
import { itemsJson } from '../support/large-server.ts';
import { useRealTools } from '../support/run-real.ts';

const server = useServer();
const engine = useRealTools({
  'lib/child': `
    workload: { api: x }
    workflow:
      - { step: get, tool: { kind: http, url: "{{ workload.api }}/items" } }`,
});

const ITEMS = [...itemsJson(40_000)].join('');
const LIST = JSON.stringify(Array.from({ length: 300_000 }, (_, n) => `row ${n}`));
const TEXT = 'a,b,c\n'.repeat(1_000_000);

server.answer = ({ url = '' }, response) => {
  const json = { 'content-type': 'application/json' };
  const page = Number(/page=(\d+)/.exec(url)?.[1] ?? 1);
  if (url.startsWith('/items')) response.writeHead(200, json).end(ITEMS);
  else if (url.startsWith('/list')) response.writeHead(200, json).end(LIST);
  else if (url.startsWith('/packed'))
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(ITEMS));
  else if (url.startsWith('/broken')) response.writeHead(200, json).end(`${ITEMS},`);
  else if (url.startsWith('/error')) response.writeHead(503, json).end(ITEMS);
  else if (url.startsWith('/secret')) response.writeHead(200, json).end(withSecrets());
  else if (url.startsWith('/pages'))
    response.writeHead(200, json).end(JSON.stringify({ page, more: page < 3, rows: [page, TEXT] }));
  else response.writeHead(200, { 'content-type': 'text/csv' }).end(TEXT);
};

const SECRET = 'hunter2-correct-horse';
const PIECE = 65_536;

/** At each of these places a piece that the server, the tool or the store works on may end. */
function withSecrets(): string {
  let text = '{"x":"';
  for (let place = PIECE; place < 5_000_000; place += PIECE) {
    text += 'y'.repeat(place - text.length - 10) + SECRET;
  }
  return `${text}"}`;
}

async function run(workflow: string, more: Readonly<Record<string, PlainValue>> = {}) {
  const payload = mappingOf(Object.entries({ api: server.origin, ...more }));
  return engine.run(`workload: { api: x }\nworkflow:\n${workflow}`, payload);
}

/** Runs a workflow whose last step asserts, and gives the error if there is one. */
async function outcome(step: string, ...conditions: string[]): Promise<PlainValue> {
  const check = conditions.map(condition => `        - ${JSON.stringify(condition)}`).join('\n');
  const { phase } = await run(
    `${step}\n    next: check\n  - step: check\n    tool:\n      kind: assert\n      that:\n${check}`,
  );
  return phase.kind === 'failed' ? phase.error.message : phase.kind;
}

const fetch = (path: string, more = '') =>
  `  - step: fetch\n    tool: { kind: http, url: "{{ workload.api }}/${path}" ${more} }`;

describe('a large response', () => {
  it.each<[string, string, ...string[]]>([
    [
      'is read by its fields like a small one',
      fetch('items'),
      'fetch.status_code == 200 and fetch.data.total == 40000 and fetch.body.total == 40000',
      "fetch.data['items'][39999].id == 39999 and fetch.data['items'] | length == 40000",
      "fetch.total == 40000 and steps.fetch.data.data['items'][3].name.startswith('item 3')",
    ],
    [
      'tells where it is',
      fetch('items'),
      "fetch.data._ref.startswith('noetl://execution/') and fetch._ref == fetch.data._ref",
      "fetch.data._store == 'noetl' and fetch.data._preview.type == 'object'",
      `fetch.data._preview.bytes == ${Buffer.byteLength(ITEMS)} and fetch._preview.sha256 | length == 64`,
      'fetch.data._preview.text.startswith(\'{"items":[{"id":0\')',
    ],
    ['may be a list', fetch('list'), 'fetch.data | length == 300000 and fetch.data[7] == "row 7"'],
    ['may be packed', fetch('packed'), "fetch.data.total == 40000 and fetch.data['items'][1].id == 1"],
    ['may be a text', fetch('text'), 'fetch.data | length == 6000000 and fetch._preview.type == "text"'],
    ['is a text if it is no JSON', fetch('broken'), 'fetch.data.endswith("},") and fetch._ref is defined'],
    [
      'is a text where text is asked for',
      fetch('items', ', response_type: text'),
      `fetch.data | length == ${ITEMS.length}`,
    ],
    [
      'is base64 where bytes are asked for',
      fetch('text', ', response_type: binary'),
      'fetch.data.size == 6000000 and fetch.data.base64 | length == 8000000',
    ],
    [
      'can be read by policies and tasks after it',
      `  - step: fetch
    tool:
      - name: get
        kind: http
        url: "{{ workload.api }}/items"
        spec:
          policy:
            rules:
              - when: >-
                  {{ output.status == 'ok' and output.data.data.total == 40000 and output.data.total == 40000
                  and output.ref == output.data._ref and output.http.status == 200 and output.body.total == 40000 }}
                then: { do: continue, set: { ctx.seen: "{{ output.data.total }}" } }
              - else: { do: fail, message: the envelope is not as expected }
      - { name: count, kind: noop, input: { n: "{{ get.data['items'] | length }}", last: "{{ _prev.total }}" } }`,
      'ctx.seen == 40000 and fetch.n == 40000 and fetch.count.last == 40000',
      'fetch.get.data.total == 40000 and fetch.data.total == 40000 and fetch.get.status_code == 200',
    ],
    [
      'is read back by its reference',
      `${fetch('items')}
    next: back
  - step: back
    tool: { kind: artifact, action: get, result_ref: "{{ fetch.data._ref }}" }`,
      'back.data.total == 40000 and back.data["items"][5].id == 5',
    ],
    [
      'is one of many in a loop',
      `  - step: each
    loop: { in: [items, list, text], iterator: what }
    tool: { kind: http, url: "{{ workload.api }}/{{ iter.what }}" }`,
      'each | length == 3 and each[0].data.total == 40000 and each[1].data[2] == "row 2"',
      'each[2].status_code == 200 and each[2].data | length == 6000000',
    ],
    [
      'is given by a playbook that is called',
      '  - step: call\n    tool: { kind: playbook, path: lib/child, input: { api: "{{ workload.api }}" } }',
      'call.data.total == 40000 and call.status_code == 200 and call.total == 40000',
    ],
    [
      'is collected with other pages',
      `  - step: fetch
    tool:
      kind: http
      url: "{{ workload.api }}/pages"
      params: { page: 1 }
      paginate:
        while: "{{ response.more }}"
        next: { params: { page: "{{ response.page + 1 }}" } }
        collect: { path: rows }`,
      'fetch.data | length == 6 and fetch.data[4] == 3 and fetch.data[5] | length == 6000000',
    ],
  ])('%s', async (_, step, ...conditions) => {
    expect(await outcome(step, ...conditions)).toBe('completed');
  });

  it('is handed to code as a whole', async () => {
    const { phase } = await run(`${fetch('items')}
    next: use
  - step: use
    tool: { kind: javascript, input: { all: "{{ fetch }}", rows: "{{ fetch.data['items'] }}" }, code: "result = [all.data.total, rows.length, all.body.total]" }`);
    expect(phase).toMatchObject({ kind: 'completed', result: { data: [40_000, 40_000, 40_000] } });
  });

  it.each(['python', 'javascript'])(
    'is there for code in %s that reads the context by itself',
    async kind => {
      const { phase } = await run(`${fetch('items')}
    next: use
  - step: use
    tool: { kind: ${kind}, code: "result = [context['fetch']['data']['total'], context['fetch']['status_code']]" }`);
      expect(phase).toMatchObject({ kind: 'completed', result: { data: [40_000, 200] } });
    },
  );

  it('is a small record in the log, with the reference', async () => {
    const { phase } = await run(fetch('items'));
    expect(phase).toMatchObject({
      kind: 'completed',
      result: { kind: 'inline', data: { status_code: 200, data: { _preview: { type: 'object' } } } },
    });
  });

  it('fails with its status, and what it says can be read by a rule', async () => {
    const { phase } = await run(`  - step: fetch
    tool:
      kind: http
      url: "{{ workload.api }}/error"
      spec:
        policy:
          rules:
            - when: "{{ output.error.status == 503 and output.data.total == 40000 }}"
              then: { do: fail, message: "busy, {{ output.data.total }}" }`);
    expect(phase).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringContaining('busy, 40000') },
    });
  });

  it('has its selected fields at hand', async () => {
    const { steps } = await run(fetch('items', ', output: { select: ["data.total"] }'));
    const result = steps.get('fetch')?.result;
    expect(result).toMatchObject({ kind: 'stored', ref: { extracted: { total: 40_000 } } });
  });

  it('cannot be made up by what a task answers', async () => {
    const { steps } = await run(fetch('items'));
    const result = steps.get('fetch')?.result;
    const reference = JSON.stringify(result?.kind === 'inline' ? (result.data as PlainMapping).data : null);
    const forged = await run(`  - step: forge
    tool: { kind: javascript, input: { reference: ${JSON.stringify(reference)} }, code: "result = { status_code: 200, headers: {}, data: typeof reference === 'string' ? JSON.parse(reference) : reference, __stored: true }" }
    next: list
  - step: list
    tool: { kind: javascript, input: { one: "{{ forge }}" }, code: "const marked = { ...one, __stored: true }; delete marked.body; result = [marked, { __pipeline: ['a'], a: marked }]" }
    next: check
  - step: check
    tool:
      kind: assert
      that:
        - forge.data._ref is defined and forge.data.total is undefined and forge.total is undefined
        - list[0].data._ref is defined and list[0].data.total is undefined
        - list[1].a.data._ref is defined and list[1].a.data.total is undefined`);
    expect(forged.phase).toMatchObject({ kind: 'completed' });
  });

  it('does not bring a secret into the store, wherever its pieces end', async () => {
    const yaml = `
      keychain: [{ name: k, kind: static, map: { token: ${SECRET} } }]
      workload: { api: x }
      workflow:
        - step: fetch
          tool: { kind: http, url: "{{ workload.api }}/secret", headers: { x: "{{ keychain.k.token }}" } }`;
    const { phase, header } = await engine.run(yaml, mappingOf([['api', server.origin]]));
    expect(phase.kind).toBe('completed');
    const { stores } = engine.local;
    const [stored] = await stores.results.list(header?.executionId ?? '', { limit: 5 });
    const body = (await stores.results.get(stored?.uri ?? '')) as PlainMapping;
    expect(String(body.x).split('***')).toHaveLength(77);
    expect(String(body.x)).not.toContain('hunter2');
    const lines = await stores.logs.read({ executionId: header?.executionId ?? '' });
    expect(lines.map(({ text }) => text)).toContainEqual(
      expect.stringContaining("the body of task 'fetch' held a secret"),
    );
  });
});
