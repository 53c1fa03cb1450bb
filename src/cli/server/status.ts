import { findServer, logFileIn, type ServerFound } from '../../compose/server-file.ts';
import type { Cli } from '../cli.ts';
import type { ServerFlags } from '../commands/server.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { print } from '../inspect/output.ts';

/** Says whether the server of a data directory runs; the exit code is 1 if it does not. */
export async function serverStatus({ dataDir, output }: ServerFlags, { console }: Cli): Promise<ExitCode> {
  const found = await findServer(dataDir);
  print(console, output, asData(found, dataDir), () => asText(found, dataDir));
  return found.kind === 'running' ? EXIT.ok : EXIT.failed;
}

function asData(found: ServerFound, dataDir: string) {
  const state = found.kind === 'none' || found.kind === 'stale' ? 'stopped' : found.kind;
  if (found.kind === 'none') return { state, data_dir: dataDir };
  const { pid, url, version, startedAt } = found.record;
  return {
    state,
    stale: found.kind === 'stale',
    pid,
    url,
    version,
    started_at: startedAt,
    data_dir: dataDir,
  };
}

function asText(found: ServerFound, dataDir: string): string {
  switch (found.kind) {
    case 'none':
      return `no server runs with ${dataDir}; \`noetl server start\` starts one\n`;
    case 'stale':
      return `no server runs with ${dataDir}: process ${found.record.pid} ended without saying so\n`;
    case 'stopping':
      return `process ${found.record.pid} is stopping: it takes no more work, and ends when what runs has ended\n`;
    case 'silent':
      return `process ${found.record.pid} holds ${dataDir} and does not answer; \`noetl server stop --force\` kills it\n`;
    case 'running': {
      const { pid, url, version, startedAt } = found.record;
      return `running: process ${pid}, noetl ${version}, since ${startedAt}\n  API   ${url}/api\n  docs  ${url}/docs\n  log   ${logFileIn(dataDir)} (if it was started with \`noetl server start\`)\n`;
    }
  }
}
