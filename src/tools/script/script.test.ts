import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useServer } from '../../../test/support/http-server.ts';
import { callOf, SETTINGS } from '../../../test/support/run-tool.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import { loadScript } from './load-script.ts';

const server = useServer();
const folder = mkdtempSync(join(tmpdir(), 'noetl-script-'));
writeFileSync(join(folder, 'job.py'), '\ufeffresult = "ä"\n');
writeFileSync(join(folder, 'job.b64'), Buffer.from('result = "ä"').toString('base64'));

const load = (script: PlainValue, signal: AbortSignal = new AbortController().signal) =>
  loadScript(script, { baseDir: folder, signal, call: callOf('python', {}), now: SETTINGS.now });

const loaded = async (script: PlainValue) => {
  const answer = await load(script);
  return answer.ok ? answer.text : answer.outcome.error;
};

test.each<[PlainValue]>([
  ['job.py'],
  ['./job.py'],
  [join(folder, 'job.py')],
  [`file://${folder}/job.py`],
  [{ uri: './job.py', source: { type: 'file' } }],
  [{ uri: 'job.py', source: 'file' }],
])('reads the file %j', async script => {
  expect(await loaded(script)).toBe('result = "ä"\n');
});

test('reads what is written in place, or in base64', async () => {
  expect(await loaded({ source: { type: 'inline', code: 'x = 1' } })).toBe('x = 1');
  expect(await loaded({ code: 'eCA9IDE=', encoding: 'base64' })).toBe('x = 1');
  expect(await loaded({ uri: 'job.b64', encoding: 'base64' })).toBe('result = "ä"');
});

test('downloads from an address, with headers and a credential of its own', async () => {
  server.answer = (request, response) =>
    response.end(`# ${request.method} ${request.url} ${request.headers.authorization}`);
  expect(await loaded(`${server.origin}/job.py`)).toBe('# GET /job.py undefined');
  const source = {
    type: 'http',
    method: 'POST',
    auth: { type: 'bearer', token: 't' },
    endpoint: `${server.origin}/b`,
  };
  expect(await loaded({ uri: 'ignored', source })).toBe('# POST /b Bearer t');
});

test('what the server or the network does can be tried again', async () => {
  server.answer = (_request, response) => {
    response.statusCode = 503;
    response.end();
  };
  expect(await loaded(`${server.origin}/job.py?key=secret`)).toMatchObject({
    kind: 'server_error',
    retryable: true,
    message: `the script could not be loaded: HTTP 503 from GET ${server.origin}/job.py`,
  });
  expect(await loaded('http://127.0.0.1:1/job.py')).toMatchObject({ kind: 'connection', retryable: true });
});

test('a server that is silent is waited for as long as the script says, and no longer than the task', async () => {
  server.answer = () => {};
  const script = { uri: `${server.origin}/job.py`, source: { type: 'http', timeout: '10ms' } };
  expect(await loaded(script)).toMatchObject({ kind: 'timeout', retryable: true });
  expect(await load(`${server.origin}/job.py`, AbortSignal.abort('cancelled'))).toMatchObject({
    outcome: { error: { kind: 'cancelled' } },
  });
});

test('a script of more than 10 MiB is refused', async () => {
  writeFileSync(join(folder, 'large.py'), '');
  truncateSync(join(folder, 'large.py'), (10 << 20) + 1);
  await expect(load('large.py')).rejects.toThrow('large.py is larger than 10485760 bytes');
  server.answer = (_request, response) => response.end('x'.repeat((10 << 20) + 1));
  expect(await loaded(`${server.origin}/job.py`)).toMatchObject({ kind: 'too_large' });
});

test('what is not a file is refused, and never waited for', async () => {
  mkdirSync(join(folder, 'sub'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await expect(load('sub')).rejects.toThrow('sub is not a file');
  await expect(load('pipe')).rejects.toThrow('pipe is not a file');
  await expect(load('/dev/zero')).rejects.toThrow('is not a file');
});

test.each<[PlainValue, string]>([
  ['missing.py', 'there is no file'],
  ['', '`script.uri` is missing'],
  [{}, '`script.uri` is missing'],
  [7, '`script` must be a mapping with `uri`, not a number'],
  ['gs://bucket/job.py', '`script` from gcs is not supported yet'],
  [{ uri: 's3://b/k', source: { type: 's3' } }, '`script` from s3 is not supported yet'],
  [{ uri: 'a', source: { type: 'ftp' } }, '`script.source.type` must be one of file, http, inline'],
  [{ source: { type: 'inline' } }, '`script.source.code` must be a text'],
  [{ uri: 'a', source: [1] }, '`script.source` must be a mapping, not a list'],
  [{ uri: 'a', encoding: 'ebcdic' }, '`script.encoding` must be one of'],
  [{ uri: 'a\0b' }, 'contains a NUL character'],
  [{ uri: 'http://x/', source: { type: 'http', auth: 'shop' } }, '`script.source.auth` must be a mapping'],
  [{ uri: 'http://x/', source: { timeout: 'soon' } }, '`script.source.timeout` must be a duration'],
])('refuses %j', async (script, message) => {
  await expect(load(script)).rejects.toThrow(message);
});
