import { describe, expect, it } from 'vitest';
import { TestEngine } from '../../test/support/test-engine.ts';
import { isMapping, type PlainMapping } from '../common/plain-value.ts';

const breaks = () =>
  ({ status: 'error', error: { kind: 'server_error', message: 'it broke', retryable: false } }) as const;

async function configOf(tool: string): Promise<unknown> {
  const engine = new TestEngine({ tools: { breaks } });
  const yaml = `
workload: { host: db.example.com, rows: [1, 2, 3, 4, 5, 6, 7] }
keychain: [{ name: shop, kind: bearer, token: s3cret-token }]
workflow:
  - { step: fetch, tool: ${tool} }`;
  const { phase } = await engine.run(yaml);
  if (phase.kind !== 'failed') throw new Error(`it is ${phase.kind}`);
  return phase.error.details?.config;
}

describe('the config that a failure carries', () => {
  it('is what the tool was given, rendered', async () => {
    expect(await configOf(`{ kind: breaks, url: "https://{{ workload.host }}/x", retries: 3 }`)).toEqual({
      kind: 'breaks',
      url: 'https://db.example.com/x',
      retries: 3,
    });
  });

  it('holds no secret, also where a long text is cut in the middle of one', async () => {
    const before = 'x'.repeat(294);
    const config = (await configOf(
      `{ kind: breaks, header: "Bearer {{ keychain.shop.token }}", body: "${before}{{ keychain.shop.token }}${before}" }`,
    )) as PlainMapping;
    expect(config.header).toBe('Bearer ***');
    expect(config.body).toBe(`${before}***xxx… (291 more characters)`);
  });

  it('is shortened: long texts, long lists, deep values', async () => {
    const config = await configOf(
      `{ kind: breaks, rows: "{{ workload.rows }}", a: { b: { c: { d: { e: 1 } } } } }`,
    );
    expect(config).toEqual({
      kind: 'breaks',
      rows: [1, 2, 3, 4, 5, '… 2 more'],
      a: { b: { c: { d: '…' } } },
    });
  });

  it('is left out where it is large all the same', async () => {
    const fields = Array.from({ length: 20 }, (_, n) => `f${n}: ${'y'.repeat(200)}`).join(', ');
    expect(isMapping(await configOf(`{ kind: breaks, ${fields} }`))).toBe(false);
  });
});
