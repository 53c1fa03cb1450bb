import { describe, expect, it } from 'vitest';
import { findings, runOnlyTest } from '../support/playbook-tests.ts';

const found = async (yaml: string) => findings(await runOnlyTest(yaml));

const FETCH = `
  workflow:
    - step: fetch
      tool: { kind: http, url: "https://example.com/orders", params: { page: "{{ workload.page | default(1) }}" } }
      retry: { max_attempts: 3, when: "{{ output.error.retryable }}" }
      next:
        arcs:
          - { step: repair, on: failure }
          - { step: report }
    - step: repair
      tool: { kind: noop, input: { status: "{{ steps.fetch.error.status_code }}" } }
    - step: report
      tool: { kind: noop, input: { rows: "{{ fetch.data }}", code: "{{ fetch.status_code }}" } }
  tests:
    - name: t
`;

describe('a mock', () => {
  it('answers instead of a tool, and an http answer is a response with this body', async () => {
    expect(
      await found(`${FETCH}
      mock: { fetch: { rows: [1, 2] } }
      expect: { result: { rows: { rows: [1, 2] }, code: 200 }, steps: { repair: not_run } }`),
    ).toEqual([]);
  });

  it('of nothing but the fields of a response is the response', async () => {
    expect(
      await found(`${FETCH}
      mock: { fetch: { data: [], status_code: 204 } }
      expect: { result: { rows: [], code: 204 } }`),
    ).toEqual([]);
  });

  it('with a bad status fails as the tool would, and a retryable one is tried again', async () => {
    expect(
      await found(`${FETCH}
      mock: { fetch: [{ status_code: 503 }, { status_code: 429, headers: { Retry-After: 7 } }, { body: { data: 5 } }] }
      expect:
        result: { rows: { data: 5 } }
        steps: { fetch: { status: completed, attempts: 3 } }
        calls: { fetch: 3 }`),
    ).toEqual([]);
    expect(
      await found(`${FETCH}
      mock: { fetch: { status_code: 404 } }
      expect: { result: { status: 404 }, calls: { fetch: 1 } }`),
    ).toEqual([]);
  });

  it('can be an error', async () => {
    expect(
      await found(`${FETCH}
      mock: { fetch: { error: { kind: timeout, message: too slow, retryable: true, status_code: 504 } } }
      expect: { result: { status: 504 }, steps: { fetch: { status: failed, attempts: 3 } } }`),
    ).toEqual([]);
  });

  it('sees the call', async () => {
    expect(
      await found(`${FETCH}
      workload: { page: 4 }
      mock: { fetch: { echo: "{{ config.params.page }}", url: "{{ config.url }}", call: "{{ call }}" } }
      expect: { result: { rows: { echo: 4, url: "https://example.com/orders", call: 1 } } }`),
    ).toEqual([]);
  });

  it('that cannot be rendered fails the test', async () => {
    expect(
      await found(`${FETCH}
      mock: { fetch: { echo: "{{ 1 / (call - 1) }}" } }`),
    ).toContainEqual(expect.stringMatching(/^the mock of fetch cannot be rendered: .*zero/));
  });

  it('with fewer answers than calls fails the test', async () => {
    expect(
      await found(`${FETCH}
      mock: { fetch: [{ status_code: 503 }, { status_code: 503 }] }
      expect: { steps: { repair: completed } }`),
    ).toEqual(['fetch was called 3 times, 2 mocked']);
  });
});

describe('a tool that is not mocked', () => {
  it('is refused if it has effects, whatever the playbook makes of the failure', async () => {
    expect(await found(`${FETCH}\n      expect: { status: COMPLETED }`)).toEqual([
      'step fetch would call http GET https://example.com/orders: mock it, or allow it with `real: [fetch]`',
    ]);
  });

  it('runs for real if it is allowed', async () => {
    expect(
      await found(`
      workflow:
        - step: say
          tool: { kind: shell, cmds: [echo real] }
      tests:
        - name: t
          real: say
          expect: { result: { stdout: "real\\n" } }`),
    ).toEqual([]);
  });

  it('runs for real if it only computes', async () => {
    expect(
      await found(`
      workflow:
        - step: js
          tool: { kind: javascript, code: "return { n: 6 * 7 }" }
          next: py
        - step: py
          tool: { kind: python, input: { n: "{{ js.n }}" }, code: "result = {'twice': n * 2}" }
      tests:
        - name: t
          expect: { result: { twice: 84 } }`),
    ).toEqual([]);
  });
});

describe('the calls of loops, pages and pipelines', () => {
  it('are mocked iteration by iteration', async () => {
    expect(
      await found(`
      workflow:
        - step: each
          loop: { in: [a, b, c], iterator: x, spec: { mode: parallel, on_error: continue } }
          tool: { kind: http, url: "https://example.com/{{ iter.x }}" }
          retry: 2
      tests:
        - name: t
          mock: { each: { each: [{ n: 1 }, [{ status_code: 500 }, { n: 2 }], { error: { message: no } }] } }
          expect:
            calls: { each: 5, each.each: { with: { url: "https://example.com/b", attempt: 2, index: 1 } } }
            that:
              - "{{ each.stats.failed == 1 and each[1].data.n == 2 }}"
              - "{{ calls.each[0].url == 'https://example.com/a' }}"`),
    ).toEqual([]);
  });

  it('of more iterations than are mocked fail the test', async () => {
    expect(
      await found(`
      workflow:
        - step: each
          loop: { in: [a, b], iterator: x, spec: { on_error: continue } }
          tool: { kind: shell, cmds: [x] }
      tests:
        - name: t
          mock: { each: { each: [1] } }`),
    ).toEqual(['each was called for iteration 1, 1 mocked']);
  });

  it('are the pages of a paginated task', async () => {
    expect(
      await found(`
      workflow:
        - step: all
          tool:
            kind: http
            url: https://example.com
            params: { page: 1 }
            paginate:
              while: "{{ response.more }}"
              next: { params: { page: "{{ response.page + 1 }}" } }
              collect: { path: rows, strategy: append }
      tests:
        - name: t
          mock: { all: [{ rows: [1], more: true, page: 1 }, { rows: [2, 3], more: false, page: 2 }] }
          expect:
            result: { data: [1, 2, 3] }
            calls: { all: [{ params: { page: 1 } }, { params: { page: 2 } }] }`),
    ).toEqual([]);
  });

  it('are mocked task by task', async () => {
    expect(
      await found(`
      workflow:
        - step: load
          tool:
            - { name: fetch, kind: http, url: https://example.com }
            - { name: shape, kind: noop, input: { n: "{{ fetch.data.n }}" } }
            - { name: store, kind: postgres, auth: warehouse, query: "insert into t values (:n)", params: { n: "{{ shape.n }}" } }
      tests:
        - name: t
          mock: { load.fetch: { n: 5 }, load.store: { rowcount: 1 } }
          expect:
            result: { store: { rowcount: 1 } }
            calls: { load: 3, load.store: [{ params: { n: 5 } }] }`),
    ).toEqual([]);
  });
});

describe('a playbook that is called', () => {
  const CALL = `
    workflow:
      - step: each
        loop: { in: [2, 3], iterator: n }
        tool: { kind: playbook, path: lib/square, input: { n: "{{ iter.n }}" } }
      - step: end
        tool: { kind: noop, input: { sum: "{{ each | sum(attribute='squared') }}" } }
    tests:
      - name: t
  `;
  const beside = 'examples/08-sub-playbook.yaml';
  const run = async (test: string) => findings(await runOnlyTest(`${CALL}${test}`, beside));

  it('runs for real', async () => {
    expect(await run('\n        expect: { result: { sum: 13 } }')).toEqual([]);
  });

  it('can be mocked as a whole', async () => {
    expect(
      await run(`
        mock: { each: { squared: 10 } }
        expect: { result: { sum: 20 } }`),
    ).toEqual([]);
  });

  it('can be mocked step by step', async () => {
    expect(
      await run(`
        mock: { each/square: { squared: "{{ workload.n * 100 }}" } }
        expect: { result: { sum: 500 }, calls: { each/square: 2, each: 2 } }`),
    ).toEqual([]);
  });
});

describe('a name in a playbook that is called', () => {
  it('is checked when it was called', async () => {
    const result = await runOnlyTest(
      `
      workflow:
        - step: call
          tool: { kind: playbook, path: lib/square, input: { n: 2 } }
      tests:
        - name: t
          mock: { call/sqare: 1 }`,
      'examples/08-sub-playbook.yaml',
    );
    expect(findings(result)).toEqual([
      'the playbook that call calls has no step called `sqare`; did you mean `call/square`?',
    ]);
  });
});

describe('secrets', () => {
  const SECRET = `
    keychain:
      - { name: shop, kind: bearer, token: "{{ env('SHOP_TOKEN') }}" }
    workflow:
      - step: fetch
        tool: { kind: http, url: https://example.com, auth: shop }
    tests:
      - name: t
        mock: { fetch: { ok: true } }
  `;

  it('are what the test says, and nothing of the environment', async () => {
    process.env.SHOP_TOKEN = 'the real one';
    try {
      expect(
        await found(`${SECRET}
        expect: { calls: { fetch: [{ auth: { token: shop-token-of-tests } }] } }`),
      ).toEqual([]);
    } finally {
      delete process.env.SHOP_TOKEN;
    }
    expect(
      await found(`${SECRET}
        env: { SHOP_TOKEN: for-tests }
        expect: { calls: { fetch: [{ auth: { token: for-tests } }] } }`),
    ).toEqual([]);
  });

  it('that would be fetched are made up, with the fields that the keychain names', async () => {
    expect(
      await found(`
        keychain:
          - { name: files, kind: secret_manager, provider: file, map: { key: key.txt } }
          - { name: shop, kind: oauth2, endpoint: https://id.example.com/token, client_id: me, client_secret: x }
        workflow:
          - step: fetch
            tool:
              kind: http
              url: https://example.com
              headers: { X-Api-Key: "{{ keychain.files.key }}", X-Token: "{{ keychain.shop.access_token }}" }
        tests:
          - name: t
            mock: { fetch: { ok: true } }
            expect:
              calls:
                fetch: [{ headers: { X-Api-Key: files-key-of-tests, X-Token: shop-access_token-of-tests } }]`),
    ).toEqual([]);
  });
});
