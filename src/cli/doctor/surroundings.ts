import { createServer } from 'node:net';
import { readEnvFiles } from '../../config/env-files.ts';
import type { Console } from '../output/console.ts';
import { plural } from '../output/plural.ts';
import type { Environment } from './ask-program.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Where a server listens if nobody says otherwise. */
export const SERVER_PORT = 8082;

export async function checkPort(port: number): Promise<Finding> {
  const name = `port ${port}`;
  const refusal = await tryToListen(port);
  if (refusal === undefined) return ok(name, 'free');
  const advice = 'a server needs it, `noetl run` does not: end that program, or give the server another port';
  return warn(name, refusal === 'EADDRINUSE' ? 'another program listens there' : refusal, advice);
}

function tryToListen(port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(undefined)));
  });
}

/** Variables that nobody sees in the environment are there all the same. */
export function checkEnvFiles(env: Environment, folder: string): Finding {
  const files = readEnvFiles(env, folder).map(({ file, variables }) => {
    return `${file} (${plural(Object.keys(variables).length, 'variable')})`;
  });
  return ok('env files', files.join(', ') || 'none in this folder');
}

/** The live view draws with characters that only UTF-8 has. */
export function checkLocale(env: Environment): Finding {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  if (/utf-?8/i.test(locale)) return ok('locale', locale);
  const advice = 'set LANG=C.UTF-8 if signs look broken, or if programs that steps start misread text';
  return warn('locale', locale === '' ? 'none is set' : `${locale} is not UTF-8`, advice);
}

export function checkTerminal({ terminal, outPaint, outColumns }: Console): Finding {
  const view = terminal
    ? 'a live view'
    : 'lines, no live view (standard error is no terminal that can be redrawn)';
  const width = outColumns === undefined ? '' : `, ${outColumns} columns`;
  return ok('terminal', `${view}${width}, ${outPaint.enabled ? 'colour' : 'no colour'}`);
}
