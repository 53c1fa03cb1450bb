// How long the answers about a long execution take: 100,000 events in SQLite, asked for over HTTP.
//
//     node bench/server.mjs [--events=100000]
//
// Cold: the first answer of a server that has just been started. Warm: the median of the next twenty. Fails if one of
// these takes 200 ms.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ROUNDS = 20;
/** Milliseconds that no answer may take. */
const LIMIT = 200;
let slowest = 0;
const events = Number(process.argv.find(arg => arg.startsWith('--events='))?.slice(9) ?? 100_000);
/** One event issues an iteration, one settles it. */
const iterations = Math.ceil(events / 2);
const folder = mkdtempSync(join(tmpdir(), 'noetl-bench-'));
const { openServer, readServerConfig } = await loadServer();

const PLAYBOOK = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: long, path: bench/long }
workflow:
  - step: each
    loop: { in: "{{ range(${iterations}) | list }}", iterator: item, max_in_flight: 100 }
    tool: { kind: noop }
`;

let server = await start();
try {
  const id = await runToEnd();
  const { event_count: count } = await ask('GET', `/api/executions/${id}?include_events=false`);
  const pages = Math.ceil(count / 100);
  console.log(`an execution with ${count} events, in milliseconds`);
  console.log('answer                          cold    warm');
  await measure('detail, first page', `/api/executions/${id}`);
  await measure('detail, page in the middle', `/api/executions/${id}?page=${Math.ceil(pages / 2)}`);
  await measure('detail, last page', `/api/executions/${id}?page=${pages}`);
  await measure('status', `/api/executions/${id}/status`);
  await measure('list', '/api/executions');
  await measure('explain', `/api/executions/${id}/explain`);
  const filtered = `/api/executions/${id}/events?event_type=`;
  await measure('events of a rare name', `${filtered}step.exit`);
  await measure('events of a frequent name', `${filtered}iteration_completed`);
  await measure('the same, in the middle', `${filtered}iteration_completed&page=${Math.ceil(pages / 4)}`);
  await measure(
    'the same, after an event',
    `${filtered}iteration_completed&since_event_id=${await middle(id, pages)}`,
  );
  await measure('graph', `/api/executions/${id}/graph`);
  await measure('queue, first page', `/api/queue?execution_id=${id}`);
  await measure('queue, in the middle', `/api/queue?execution_id=${id}&cursor=${id}.${Math.ceil(count / 2)}`);
  await measure('queue, dead ones', `/api/queue?execution_id=${id}&status=dead`);
  await measure('queue, open ones', '/api/queue?status=leased');
  if (slowest > LIMIT) throw new Error(`an answer took ${slowest.toFixed(0)} ms, more than ${LIMIT}`);
} finally {
  await server.close(Promise.resolve());
  rmSync(folder, { recursive: true, force: true });
}

/** An event in the middle of the log. */
async function middle(id, pages) {
  const { events: found } = await ask('GET', `/api/executions/${id}/events?page=${Math.ceil(pages / 2)}`);
  return found[0].event_id;
}

async function runToEnd() {
  const { execution_id: id } = await ask('POST', '/api/execute', { content: PLAYBOOK });
  for (;;) {
    const { status } = await ask('GET', `/api/executions/${id}/status`);
    if (status !== 'RUNNING') return id;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
}

async function measure(name, path) {
  await server.close(Promise.resolve());
  server = await start();
  const cold = await timed(path);
  const warm = [];
  for (let round = 0; round < ROUNDS; round++) warm.push(await timed(path));
  warm.sort((a, b) => a - b);
  slowest = Math.max(slowest, cold, warm[ROUNDS / 2]);
  console.log(`${name.padEnd(28)} ${cold.toFixed(1).padStart(7)} ${warm[ROUNDS / 2].toFixed(1).padStart(7)}`);
}

function start() {
  const config = { ...readServerConfig({}), port: 0, logLevel: 'silent' };
  return openServer({ dataDir: folder, env: {}, config, log: {} });
}

async function ask(method, path, body) {
  const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(`${server.url}${path}`, { method, ...sent });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function timed(path) {
  // The connection is there before the clock runs.
  await ask('GET', '/health');
  const begun = performance.now();
  await ask('GET', path);
  return performance.now() - begun;
}

/** From its sources: the parts of the server are no entries of the package. */
async function loadServer() {
  const source = path => new URL(`../src/${path}`, import.meta.url).pathname;
  const out = mkdtempSync(new URL('../node_modules/.noetl-bench-', import.meta.url).pathname);
  const bundle = await rolldown({
    input: { server: source('compose/server.ts'), config: source('config/server-config.ts') },
    platform: 'node',
    external: id => !id.startsWith('.') && !id.startsWith('/'),
  });
  try {
    await bundle.write({ dir: out, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' });
    const load = name => import(join(out, `${name}.mjs`));
    return { ...(await load('server')), ...(await load('config')) };
  } finally {
    process.on('exit', () => rmSync(out, { recursive: true, force: true }));
  }
}
