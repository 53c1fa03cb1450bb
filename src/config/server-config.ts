import { parseDuration } from '../common/duration.ts';
import { isPoolName, POOL_NAMES, SHARED_POOL } from '../common/pool-name.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What the environment asks of a server. Flags of the command line come before it. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  readonly logLevel: LogLevel;
  readonly metrics: boolean;
  readonly maxBodyBytes: number;
  readonly maxOpenExecutions: number;
  /** Milliseconds that running commands have to end when the server is stopped. */
  readonly grace: number;
  /** Milliseconds without a heartbeat after which a pool of workers counts as offline. */
  readonly offlineAfter: number;
  /** The pools of steps that the server runs itself; others wait for workers. */
  readonly pools: readonly string[];
  /** Milliseconds for which a worker keeps what it has without being heard of. */
  readonly leaseTime: number;
  readonly tracing: TracingConfig | undefined;
  /** Where the server is reached from outside, if that is not where it listens: what tasks call back at. */
  readonly publicUrl: string | undefined;
}

/** Where spans go, as the variables of OpenTelemetry say. */
export interface TracingConfig {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
}

/** A variable that says something else than it may. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}

export function readServerConfig(env: Environment): ServerConfig {
  return {
    host: env.NOETL_HOST || '127.0.0.1',
    port: portOf(env),
    logLevel: isOn(env.NOETL_DEBUG) ? 'debug' : levelOf(env.NOETL_LOG_LEVEL || env.LOG_LEVEL || 'info'),
    metrics: !isOn(env.NOETL_DISABLE_METRICS),
    maxBodyBytes: countOf(env, 'NOETL_MAX_BODY_BYTES', 16 * 1024 * 1024),
    maxOpenExecutions: countOf(env, 'NOETL_MAX_OPEN_EXECUTIONS', 10_000),
    grace: graceOf(env.NOETL_SHUTDOWN_GRACE || '20s'),
    offlineAfter: 1000 * countOf(env, 'NOETL_RUNTIME_OFFLINE_SECONDS', 60),
    pools: poolsOf(env.NOETL_SERVER_POOLS || SHARED_POOL, 'NOETL_SERVER_POOLS'),
    leaseTime: 1000 * countOf(env, 'NOETL_COMMAND_CLAIM_LEASE_SECONDS', 60),
    tracing: tracingOf(env),
    publicUrl: publicUrlOf(env),
  };
}

/** In Kubernetes a service called `noetl` puts an address into NOETL_PORT (`tcp://10.0.0.1:8082`): not a wish. */
function portOf({ NOETL_PORT: written }: Environment): number {
  return !written || written.includes('://') ? 8082 : readPort(written, 'NOETL_PORT');
}

/** 0: any that is free. */
export function readPort(written: string, where: string): number {
  const port = Number(written);
  if (/^\d+$/.test(written) && port <= 65_535) return port;
  throw new ConfigProblem(`${where} must be a port, 0 to 65535, not '${written}'`);
}

export function levelOf(written: string): LogLevel {
  const level = LOG_LEVELS.find(known => known === written.toLowerCase());
  if (level) return level;
  throw new ConfigProblem(`the log level must be one of ${LOG_LEVELS.join(', ')}, not '${written}'`);
}

export function graceOf(written: string): number {
  const seconds = parseDuration(written);
  if (seconds !== undefined && seconds >= 0) return seconds;
  throw new ConfigProblem(`the grace must be a time such as 20s or 2m, not '${written}'`);
}

/** `gpu,shared`; `none` for no pool at all. */
export function poolsOf(written: string, where: string): readonly string[] {
  const names = written.split(',').map(name => name.trim());
  if (names.length === 1 && names[0] === 'none') return [];
  const wrong = names.find(name => !isPoolName(name));
  if (wrong === undefined) return [...new Set(names)];
  throw new ConfigProblem(
    `${where} must be names of pools such as gpu,shared, or none; '${wrong}' is no name (${POOL_NAMES})`,
  );
}

export function countOf(env: Environment, name: string, otherwise: number): number {
  const written = env[name];
  if (!written) return otherwise;
  if (/^[1-9]\d{0,14}$/.test(written)) return Number(written);
  throw new ConfigProblem(`${name} must be a whole number above 0, not '${written}'`);
}

function publicUrlOf(env: Environment): string | undefined {
  const name = env.NOETL_PUBLIC_SERVER_URL ? 'NOETL_PUBLIC_SERVER_URL' : 'NOETL_SERVER_URL';
  const written = env[name];
  if (!written) return undefined;
  if (URL.canParse(written) && /^https?:/.test(written)) return written;
  throw new ConfigProblem(`${name} must be an address such as https://noetl.example.com, not '${written}'`);
}

function tracingOf(env: Environment): TracingConfig | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const written = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (!written || isOn(env.OTEL_SDK_DISABLED)) return undefined;
  if (!URL.canParse(written) || !/^https?:/.test(written)) {
    throw new ConfigProblem(`OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318`);
  }
  const resource = pairsOf(env.OTEL_RESOURCE_ATTRIBUTES);
  const service = env.OTEL_SERVICE_NAME || resource['service.name'] || 'noetl';
  return {
    url: written,
    headers: pairsOf(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS || env.OTEL_EXPORTER_OTLP_HEADERS),
    resource: { ...resource, 'service.name': service },
  };
}

/** `a=1,b=2`, percent-encoded, as OpenTelemetry writes them. */
function pairsOf(written = ''): Record<string, string> {
  const pairs = written.split(',').map(pair => pair.split(/=(.*)/s, 2).map(part => part.trim()));
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => (name && value ? [[name, decoded(value)] as const] : [])),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isOn = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());
