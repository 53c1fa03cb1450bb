import { describe, expect, it } from 'vitest';
import { readServerConfig } from './server-config.ts';

describe('a server that is told nothing', () => {
  it('listens on this machine, port 8082, and traces nothing', () => {
    expect(readServerConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8082,
      logLevel: 'info',
      metrics: true,
      maxBodyBytes: 16 * 1024 * 1024,
      maxOpenExecutions: 10_000,
      grace: 20_000,
      offlineAfter: 60_000,
      pools: ['shared'],
      leaseTime: 60_000,
      tracing: undefined,
    });
  });
});

describe('the port', () => {
  it('is a number', () => {
    expect(readServerConfig({ NOETL_PORT: '0' }).port).toBe(0);
    for (const wrong of ['-1', '65536', '80a', '1.5']) {
      expect(() => readServerConfig({ NOETL_PORT: wrong })).toThrow(/NOETL_PORT must be a port/);
    }
  });

  it('is not what Kubernetes writes for a service of that name', () => {
    expect(readServerConfig({ NOETL_PORT: 'tcp://10.0.0.7:8082' }).port).toBe(8082);
  });
});

describe('what is wrong', () => {
  it.each([
    [{ NOETL_LOG_LEVEL: 'loud' }, /log level must be one of/],
    [{ NOETL_MAX_BODY_BYTES: '0' }, /NOETL_MAX_BODY_BYTES must be a whole number/],
    [{ NOETL_MAX_OPEN_EXECUTIONS: 'many' }, /NOETL_MAX_OPEN_EXECUTIONS/],
    [{ NOETL_RUNTIME_OFFLINE_SECONDS: '1.5' }, /NOETL_RUNTIME_OFFLINE_SECONDS must be a whole number/],
    [{ NOETL_SERVER_POOLS: 'a b' }, /NOETL_SERVER_POOLS must be names of pools/],
    [{ NOETL_COMMAND_CLAIM_LEASE_SECONDS: '0' }, /NOETL_COMMAND_CLAIM_LEASE_SECONDS must be a whole number/],
    [{ NOETL_SHUTDOWN_GRACE: 'soon' }, /the grace must be a time/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, /OTEL_EXPORTER_OTLP_ENDPOINT must be an address/],
  ])('is said: %j', (env, message) => {
    expect(() => readServerConfig(env)).toThrow(message);
  });
});

describe('tracing', () => {
  it('follows the variables of OpenTelemetry', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x,broken',
      OTEL_RESOURCE_ATTRIBUTES: 'team=data,service.name=other',
      OTEL_SERVICE_NAME: 'etl',
    };
    expect(readServerConfig(env).tracing).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: { authorization: 'Bearer x' },
      resource: { team: 'data', 'service.name': 'etl' },
    });
    expect(readServerConfig({ ...env, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
  });
});
