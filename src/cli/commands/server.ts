import type { Cli } from '../cli.ts';
import type { ExitCode } from '../exit-code.ts';
import type { OutputForm } from '../inspect/output.ts';
import { runServer } from '../server/run-server.ts';
import { startServer } from '../server/start-server.ts';
import { serverStatus } from '../server/status.ts';
import { stopServer } from '../server/stop-server.ts';
import { withServerProblems } from '../server/with-problems.ts';

export interface ServerFlags {
  readonly dataDir: string;
  readonly output: OutputForm;
  readonly port?: string;
  readonly host?: string;
  readonly logLevel?: string;
  readonly logFile?: string;
  readonly grace?: string;
  readonly pools?: string;
  readonly force?: boolean;
  readonly jsonLog?: boolean;
}

/** `noetl server [start|stop|status]`. */
export function serverCommand(action: string | undefined, flags: ServerFlags, cli: Cli): Promise<ExitCode> {
  return withServerProblems(cli.console, () => {
    switch (action) {
      case 'start':
        return startServer(flags, cli);
      case 'stop':
        return stopServer(flags, cli);
      case 'status':
        return serverStatus(flags, cli);
      default:
        return runServer(flags, cli);
    }
  });
}
