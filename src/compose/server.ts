import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { sqliteCheck } from '../adapters/sqlite/check-files.ts';
import { SqliteQueryStore } from '../adapters/sqlite/query/query-store.ts';
import { VERSION } from '../common/version.ts';
import type { ServerConfig } from '../config/server-config.ts';
import { Listener } from '../control/listener.ts';
import { ownTrace } from '../core/trace-context.ts';
import { NO_LOAD } from '../ports/load.ts';
import { PRESSURE_LIMITS } from '../server/back-pressure.ts';
import { createServer } from '../server/create-server.ts';
import { logTurns } from '../server/logging/log-turns.ts';
import { createLogger, type LogOptions } from '../server/logging/logger.ts';
import { RotatingFile } from '../server/logging/rotating-file.ts';
import { isLoopback } from '../server/loopback-only.ts';
import { countAnswers, countExecutes, countTurns } from '../server/metrics/follow-turns.ts';
import { createMetrics, type Metrics } from '../server/metrics/metrics.ts';
import type { ServerServices } from '../server/services.ts';
import type { OtlpExporter } from '../server/tracing/otlp-exporter.ts';
import { systemClock } from './clock.ts';
import { leaveServer } from './leave-server.ts';
import { type Local, openLocal } from './local.ts';
import { measured } from './measured.ts';
import { writeServerRecord } from './server-file.ts';
import { ServerProblem } from './server-problem.ts';
import { sharedStores } from './shared-stores.ts';

export interface ServerProcessOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: ServerConfig;
  readonly log: Omit<LogOptions, 'level'>;
  /** Where lines of JSON are written instead; put aside when it is full. */
  readonly logFile?: string | undefined;
}

/** A server that listens. */
export interface ServerProcess {
  readonly url: string;
  /** Executions of an earlier process that it goes on with. Resolves when they are under way. */
  readonly recovered: Promise<readonly string[]>;
  /**
   * Stops: takes no more requests, lets running commands end within the grace, hands the rest back to the
   * log, and leaves the directory. `now` resolves when nobody waits for the grace any more.
   */
  close(now: Promise<void>): Promise<void>;
}

/**
 * Opens a data directory as its server: holds it, goes on with what an earlier process left, answers HTTP,
 * and takes work from other commands on the control socket.
 */
export async function openServer(options: ServerProcessOptions): Promise<ServerProcess> {
  const { dataDir, env, config } = options;
  if (!isLoopback(config.host)) throw notLoopback(config.host);
  const logger = createLogger({ ...logOf(options), level: config.logLevel });
  const onTrouble = (executionId: string, error: unknown) =>
    logger.error({ component: 'engine', execution_id: executionId, err: error }, 'a turn could not be taken');
  const newTrace = config.tracing ? ownTrace : undefined;
  let address = config.publicUrl;
  const publicUrl = () => address;
  let opened: Local | undefined;
  const metrics = config.metrics ? createMetrics(() => opened?.load() ?? NO_LOAD, VERSION) : undefined;
  const wrap = metrics && measured(metrics);
  const { leaseTime } = config;
  const ownPools = new Set(config.pools);
  const given = {
    dataDir,
    baseDir: process.cwd(),
    env,
    onTrouble,
    newTrace,
    publicUrl,
    wrap,
    ownPools,
    leaseTime,
  };
  const local = await openLocal(given);
  opened = local;
  let http: FastifyInstance | undefined;
  try {
    if (metrics) watchWithMetrics(local, metrics);
    local.engine.watch(logTurns(logger));
    const tracer = await trace(local, config.tracing, logger);
    http = createServer(
      {
        ...servicesOf(local, metrics),
        ...questionsOf(resolve(dataDir)),
        offlineAfter: config.offlineAfter,
      },
      {
        logger: logger.child({ component: 'http' }),
        bodyLimit: config.maxBodyBytes,
        pressure: { ...PRESSURE_LIMITS, openExecutions: config.maxOpenExecutions },
        onAnswer: metrics && countAnswers(metrics),
      },
    );
    const url = await listen(http, config);
    address ??= url;
    const listener = await Listener.open(dataDir, local.engine, sharedStores(local));
    const startedAt = new Date().toISOString();
    writeServerRecord(dataDir, { pid: process.pid, url, version: VERSION, startedAt });
    logger.info(
      { component: 'server', url, pid: process.pid, data_dir: dataDir, version: VERSION },
      'listening',
    );
    const recovered = recover(local, logger, metrics);
    const listening = http;
    const close = (now: Promise<void>) =>
      leaveServer({ http: listening, local, listener, logger, tracer, dataDir, grace: config.grace }, now);
    return { url, recovered, close };
  } catch (error) {
    await http?.close();
    await local.close();
    throw error;
  }
}

/** It stays open until the process ends: what goes wrong at the very end is to be found there. */
function logOf({ log, logFile }: ServerProcessOptions): Omit<LogOptions, 'level'> {
  if (logFile === undefined) return log;
  try {
    return { write: new RotatingFile(logFile).write, isReadable: false };
  } catch (error) {
    throw new ServerProblem(`cannot write the log ${logFile}: ${(error as Error).message}`, { cause: error });
  }
}

/** What is asked about the files themselves. */
const questionsOf = (dataDir: string): Pick<ServerServices, 'queries' | 'database'> => ({
  queries: new SqliteQueryStore(dataDir),
  database: sqliteCheck(dataDir),
});

function watchWithMetrics(local: Local, metrics: Metrics): void {
  local.engine.watch(countTurns(metrics));
  local.onWrite((milliseconds, isDurable) => {
    metrics.writes.inc({ outcome: isDurable ? 'durable' : 'failed' });
    metrics.writeSeconds.observe(milliseconds / 1000);
  });
}

/** Loaded when it is asked for. */
async function trace(
  { engine }: Local,
  tracing: ServerConfig['tracing'],
  logger: Logger,
): Promise<OtlpExporter | undefined> {
  if (!tracing) return undefined;
  const [{ OtlpExporter: Exporter }, { SpansOfTurns }] = await Promise.all([
    import('../server/tracing/otlp-exporter.ts'),
    import('../server/tracing/spans-of-turns.ts'),
  ]);
  const onLost = (spans: number, why: string) =>
    logger.warn({ component: 'tracing', spans }, `spans were lost: ${why}`);
  const exporter = new Exporter({ ...tracing, onLost });
  const spans = new SpansOfTurns();
  engine.watch(turn => exporter.add(spans.of(turn)));
  logger.info({ component: 'tracing', url: tracing.url }, 'tells of executions by OTLP');
  return exporter;
}

function servicesOf(local: Local, metrics: Metrics | undefined): ServerServices {
  const { engine, stores, follow } = local;
  return {
    ...stores,
    engine,
    follow,
    clock: systemClock,
    ids: { next: () => engine.nextId() },
    leases: local.leases,
    callbackTokens: local.callbackTokens,
    load: () => local.load(),
    metrics: metrics && (() => metrics.registry.metrics()),
    onExecute: metrics && countExecutes(metrics),
    version: VERSION,
  };
}

/** The address, with the port that was found if any was asked for. */
async function listen(http: FastifyInstance, { host, port }: ServerConfig): Promise<string> {
  try {
    return await http.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw portInUse(host, port, error);
    throw new ServerProblem(`cannot listen on ${host}:${port}: ${message}`, { cause: error });
  }
}

async function recover(
  { engine }: Local,
  logger: Logger,
  metrics: Metrics | undefined,
): Promise<readonly string[]> {
  try {
    const taken = await engine.recover();
    metrics?.resumed.inc(taken.length);
    metrics?.notResumed.inc(engine.leftCount);
    if (taken.length > 0) {
      logger.info({ component: 'initial', executions: taken.length }, 'went on with interrupted executions');
    }
    return taken;
  } catch (error) {
    metrics?.notResumed.inc();
    logger.error({ component: 'initial', err: error }, 'cannot go on with interrupted executions');
    return [];
  }
}

const notLoopback = (host: string): ServerProblem =>
  new ServerProblem(
    `the server listens on this machine only: --host may be 127.0.0.1, ::1 or localhost, not ${host}. It has no ` +
      'users and tokens yet, so whoever reaches it may run anything. Put a proxy with a login before it, or use ssh -L',
  );

const portInUse = (host: string, port: number, cause: unknown): ServerProblem =>
  new ServerProblem(
    `port ${port} of ${host} is in use, perhaps by another noetl server: \`noetl server status\` shows the one of ` +
      'this directory. Stop it, or choose another port with --port (0: any that is free)',
    { cause },
  );
