import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import {
  attemptSpan,
  executionSpan,
  ownTrace,
  parseTraceparent,
  stepSpan,
} from '../../src/core/trace-context.ts';
import { OtlpExporter } from '../../src/server/tracing/otlp-exporter.ts';
import type { Span } from '../../src/server/tracing/span.ts';
import { SpansOfTurns } from '../../src/server/tracing/spans-of-turns.ts';
import { echo, useServer } from '../support/http-server.ts';
import { TestServer } from '../support/test-server.ts';

const GIVEN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** A server whose spans are collected. */
function traced(options: ConstructorParameters<typeof TestServer>[0] = {}) {
  const server = new TestServer(options);
  const spans: Span[] = [];
  const made = new SpansOfTurns();
  server.test.engine.watch(turn => void spans.push(...made.of(turn)));
  const run = async (content: string, headers: Record<string, string>, more: object = {}) => {
    const payload = { content, ...more };
    const answer = await server.server.inject({ method: 'POST', url: '/api/execute', headers, payload });
    const { execution_id: executionId } = answer.json() as { execution_id: string };
    await server.test.engine.ended(executionId);
    return executionId;
  };
  return { server, spans, run };
}

const playbook = (workflow: string) =>
  `apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: traced }\nworkflow:\n${workflow}`;

describe('a request with a traceparent', () => {
  it('makes a span of its execution, each run of a step and each attempt, one below the other', async () => {
    const { spans, run } = traced({
      tools: {
        broken: () => ({
          status: 'error',
          error: { kind: 'auth', message: 'secret text', retryable: false },
        }),
      },
    });
    const content = playbook(
      '  - { step: a, tool: { kind: echo }, next: b }\n  - { step: b, tool: { kind: broken } }\n',
    );
    const id = await run(content, { traceparent: GIVEN });
    const found = (name: string) => spans.find(span => span.name === name);
    expect(spans.every(({ traceId }) => traceId === TRACE)).toBe(true);
    expect(found('traced')).toMatchObject({
      spanId: executionSpan(id),
      parentSpanId: '00f067aa0ba902b7',
      failure: 'auth',
    });
    expect(found('a')).toMatchObject({
      spanId: stepSpan(id, 'a', 1),
      parentSpanId: executionSpan(id),
      failure: undefined,
    });
    expect(found('b')).toMatchObject({ failure: 'auth' });
    const attempts = spans.filter(({ name }) => name === 'attempt 1');
    expect(attempts.map(({ parentSpanId }) => parentSpanId)).toEqual([
      stepSpan(id, 'a', 1),
      stepSpan(id, 'b', 1),
    ]);
    expect(JSON.stringify(spans)).not.toContain('secret text');
  });

  it('is followed by `trace` of the body, which comes first', async () => {
    const { spans, run } = traced();
    const other = GIVEN.replace('4bf9', 'aaaa');
    await run(
      playbook('  - { step: a, tool: { kind: echo } }\n'),
      { traceparent: GIVEN },
      { trace: { traceparent: other } },
    );
    expect(spans[0]?.traceId).toBe(TRACE.replace('4bf9', 'aaaa'));
  });

  it('makes a span of each iteration, with the attempt', async () => {
    const { spans, run } = traced();
    await run(playbook('  - { step: a, loop: { in: [1, 2], iterator: x }, tool: { kind: echo } }\n'), {
      traceparent: GIVEN,
    });
    expect(spans.map(({ name }) => name).sort()).toEqual([
      'a',
      'iteration 0, attempt 1',
      'iteration 1, attempt 1',
      'traced',
    ]);
  });

  it('leads on to the playbooks that are called, whose spans stand below the attempt that called', async () => {
    const { spans, run } = traced({
      playbooks: { child: playbook('  - { step: c, tool: { kind: echo } }\n') },
    });
    await run(playbook('  - { step: a, tool: { kind: playbook, path: child } }\n'), { traceparent: GIVEN });
    const child = spans.find(
      ({ name, attributes }) => name === 'traced' && attributes['noetl.status'] === 'COMPLETED',
    );
    const parents = spans.filter(({ name }) => name === 'attempt 1').map(({ spanId }) => spanId);
    expect(parents).toContain(child?.parentSpanId);
  });
});

it('makes no spans of executions that are in no trace, however broken the header is', async () => {
  const { spans, run } = traced();
  await run(playbook('  - { step: a, tool: { kind: echo } }\n'), { traceparent: 'broken' });
  expect(spans).toEqual([]);
});

describe('the collector', () => {
  const collector = useServer();
  const span: Span = {
    traceId: TRACE,
    spanId: attemptSpan('1:a:2', 1),
    parentSpanId: undefined,
    name: 'a',
    from: 1000,
    to: 2500,
    attributes: { 'noetl.step': 'a', 'noetl.attempt': 1 },
    failure: 'timeout',
  };
  const exporterTo = (lost: string[]) =>
    new OtlpExporter({
      url: `${collector.origin}/v1/traces`,
      headers: { authorization: 'Bearer x' },
      resource: { 'service.name': 'noetl' },
      onLost: (spans, why) => void lost.push(`${spans}: ${why}`),
    });

  it('gets spans in the JSON of OTLP', async () => {
    const got: { url: string | undefined; auth: string | undefined; body: unknown }[] = [];
    collector.answer = async (request, response) => {
      const body = JSON.parse((await buffer(request)).toString()) as unknown;
      got.push({ url: request.url, auth: request.headers.authorization, body });
      response.end('{}');
    };
    const lost: string[] = [];
    const exporter = exporterTo(lost);
    exporter.add([span]);
    await exporter.close();
    expect(lost).toEqual([]);
    expect(got).toEqual([
      {
        url: '/v1/traces',
        auth: 'Bearer x',
        body: {
          resourceSpans: [
            {
              resource: { attributes: [{ key: 'service.name', value: { stringValue: 'noetl' } }] },
              scopeSpans: [
                {
                  scope: { name: 'noetl' },
                  spans: [
                    {
                      traceId: TRACE,
                      spanId: span.spanId,
                      name: 'a',
                      kind: 1,
                      startTimeUnixNano: '1000000000',
                      endTimeUnixNano: '2500000000',
                      attributes: [
                        { key: 'noetl.step', value: { stringValue: 'a' } },
                        { key: 'noetl.attempt', value: { intValue: '1' } },
                      ],
                      status: { code: 2, message: 'timeout' },
                    },
                  ],
                },
              ],
            },
          ],
        },
      },
    ]);
  });

  it('is asked again if it is busy, and given up if it refuses', async () => {
    const lost: string[] = [];
    let calls = 0;
    collector.answer = (request, response) => {
      request.resume();
      response.statusCode = ++calls === 1 ? 503 : 200;
      response.end();
    };
    const exporter = exporterTo(lost);
    exporter.add([span]);
    await exporter.close();
    expect({ calls, lost }).toEqual({ calls: 2, lost: [] });
    collector.answer = (request, response) => {
      request.resume();
      response.statusCode = 401;
      response.end();
    };
    exporter.add([span, span]);
    await exporter.close();
    expect(lost).toEqual(['2: the collector answered 401']);
  });

  it('does not hold up the server: what waits is bounded, the rest is counted as lost', async () => {
    const lost: string[] = [];
    collector.answer = (request, response) => {
      request.resume();
      response.end();
    };
    const exporter = exporterTo(lost);
    exporter.add(Array.from({ length: 10_007 }, () => span));
    expect(lost).toEqual(['7: too many wait to be sent']);
    await exporter.close();
  });
});

describe('the http tool', () => {
  const target = useServer();

  it('tells whom it calls of the attempt that calls, and leaves a header of the playbook alone', async () => {
    target.answer = async (request, response) => response.end(await echo(request));
    const { readConfig } = await import('../../src/tools/http/config.ts');
    const trace = ownTrace('1');
    const call = { config: { url: target.origin }, trace } as unknown as Parameters<typeof readConfig>[0];
    expect(readConfig(call).request.headers.get('traceparent')).toEqual([trace]);
    expect(parseTraceparent(trace)).toBeDefined();
    const own = {
      config: { url: target.origin, headers: { traceparent: 'mine' } },
      trace,
    } as unknown as typeof call;
    expect(readConfig(own).request.headers.get('traceparent')).toEqual(['mine']);
  });
});
