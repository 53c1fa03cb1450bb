import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type FileHealth,
  type Hold,
  inspectDirectory,
  interruptedExecutions,
} from '../../compose/inspect.ts';
import { plural } from '../output/plural.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { sizeText } from './size-text.ts';

const LITTLE_SPACE = 1024 ** 3;
const NO_SPACE = 100 * 1024 ** 2;

/** Everything about a data directory, whether it exists or not. Nothing is created or changed. */
export async function checkDirectory(dataDir: string): Promise<readonly Finding[]> {
  const place = checkPlace(dataDir);
  if (place.some(({ health }) => health === 'fail')) return place;
  const health = await inspectDirectory(dataDir);
  if (!health) return [...place, ok('store', 'none yet: `noetl run FILE` makes one')];
  const findings = [...place, ...health.files.map(checkFile), checkLock(health.hold)];
  const isReadable = health.files.every(({ schema, newestSchema }) => schema === newestSchema);
  if (health.hold.kind === 'held' || !isReadable) return findings;
  return [...findings, checkInterrupted(await interruptedExecutions(dataDir), dataDir)];
}

function checkPlace(dataDir: string): readonly Finding[] {
  const path = resolve(dataDir);
  const nearest = nearestExisting(path);
  if (!statSync(nearest).isDirectory()) {
    return [fail('data directory', `${nearest} is a file`, 'name another one with --data-dir')];
  }
  return [checkAccess(path, nearest), checkSpace(nearest)];
}

function checkAccess(path: string, nearest: string): Finding {
  const found = path === nearest ? path : `${path} is made when it is needed`;
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return ok('data directory', found);
  } catch {
    const advice = 'change its owner or mode, or name another one with --data-dir';
    return fail('data directory', `${nearest} cannot be written to`, advice);
  }
}

function checkSpace(nearest: string): Finding {
  const { bavail, bsize } = statfsSync(nearest);
  const free = bavail * bsize;
  const found = `${sizeText(free)} free`;
  if (free < NO_SPACE) return fail('disk', found, 'make room: `noetl prune` removes old executions');
  if (free < LITTLE_SPACE) return warn('disk', found, 'make room soon: `noetl prune` removes old executions');
  return ok('disk', found);
}

export function checkFile({ file, bytes, schema, newestSchema, missing, damage }: FileHealth): Finding {
  const name = `store ${file}`;
  const [first] = damage;
  if (first !== undefined) {
    return fail(name, `damaged: ${first}`, 'restore the data directory from a backup, or begin a new one');
  }
  const found = `${sizeText(bytes)}, version ${schema}, nothing damaged`;
  if (schema === newestSchema && missing.length > 0)
    return fail(name, `it lacks ${missing.join(', ')}`, 'restore the data directory from a backup');
  if (schema === newestSchema) return ok(name, found);
  if (schema !== undefined && schema > newestSchema) {
    return fail(name, `${found}; this noetl knows versions up to ${newestSchema}`, 'update noetl');
  }
  return warn(
    name,
    `${found}; this noetl writes version ${newestSchema}`,
    'the next `noetl run` brings it there',
  );
}

export function checkLock(hold: Hold): Finding {
  if (hold.kind === 'free') return ok('lock', 'free');
  const who = hold.pid === undefined ? 'a process' : `process ${hold.pid}`;
  const since = hold.since === undefined ? '' : ` since ${hold.since}`;
  if (hold.answers) return ok('lock', `${who} holds it${since}; other commands hand their work to it`);
  return warn(
    'lock',
    `${who} holds it${since} and does not answer`,
    'wait for it or end it, or use another --data-dir',
  );
}

function checkInterrupted(ids: readonly string[], dataDir: string): Finding {
  if (ids.length === 0) return ok('executions', 'none was interrupted');
  const where = dataDir === '.noetl' ? '' : ` --data-dir ${dataDir}`;
  const which = ids.length === 1 ? ` ${ids[0]}` : '';
  return warn(
    'executions',
    `${plural(ids.length, 'execution')} ${ids.length === 1 ? 'was' : 'were'} interrupted`,
    `\`noetl resume${which}${where}\` goes on, \`noetl cleanup${where}\` ends what is stale`,
  );
}

function nearestExisting(path: string): string {
  let nearest = path;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  return nearest;
}
