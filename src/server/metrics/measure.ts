import type { ReportWatcher } from '../../engine/patient-reports.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { KeepingResultStore } from '../../ports/result-store.ts';
import type { Tool, ToolRegistry } from '../../ports/tool.ts';
import type { Metrics } from './metrics.ts';

/** A store of values that is counted and timed. */
export function measuredResults(results: KeepingResultStore, metrics: Metrics): KeepingResultStore {
  const putting = <T>(work: () => Promise<T>): Promise<T> =>
    timed(work, (seconds, outcome) => {
      metrics.puts.inc({ outcome: outcome.isDone ? 'stored' : 'failed' });
      metrics.putSeconds.observe(seconds);
    });
  const reading = <T>(work: () => Promise<T>): Promise<T> =>
    timed(work, (seconds, outcome) => {
      metrics.resolves.inc({ outcome: wordOf(outcome) });
      metrics.resolveSeconds.observe(seconds);
    });
  return {
    put: (...value) => putting(() => results.put(...value)),
    putUntil: (...value) => putting(() => results.putUntil(...value)),
    write: (...body) => putting(() => results.write(...body)),
    get: uri => reading(() => results.get(uri)),
    read: uri => results.read(uri),
    list: (...page) => results.list(...page),
  };
}

/** Credentials of which every look at their data is counted. */
export function measuredCredentials(credentials: CredentialStore, metrics: Metrics): CredentialStore {
  return {
    get: name =>
      timed(
        () => credentials.get(name),
        (_, outcome) => metrics.secrets.inc({ outcome: wordOf(outcome) }),
      ),
    put: (...credential) => credentials.put(...credential),
    find: name => credentials.find(name),
    list: filter => credentials.list(filter),
    remove: name => credentials.remove(name),
    rekey: () => credentials.rekey(),
  };
}

/** Tools whose calls are counted and timed by kind. */
export function measuredTools(tools: ToolRegistry, metrics: Metrics): ToolRegistry {
  return {
    find: async kind => {
      const tool = await tools.find(kind);
      return tool && measuredTool(tool, kind, metrics);
    },
    kinds: () => tools.kinds(),
    close: () => tools.close(),
  };
}

function measuredTool(tool: Tool, tool_kind: string, metrics: Metrics): Tool {
  const { defaultTimeout, recordsInput } = tool;
  return {
    defaultTimeout,
    ...(recordsInput === undefined ? {} : { recordsInput }),
    run: (call, io) =>
      timed(
        () => tool.run(call, io),
        (seconds, outcome) => {
          metrics.dispatchSeconds.observe({ tool_kind }, seconds);
          if (!outcome.isDone) metrics.dispatchErrors.inc({ tool_kind });
          else if (outcome.value.status === 'error') metrics.toolErrors.inc({ tool_kind });
        },
      ),
  };
}

/** Feeds the metrics from how reports of workers get into the log. */
export const countReports = (metrics: Metrics): ReportWatcher => ({
  retried: () => metrics.reportRetries.inc(),
  ended: (milliseconds, isRecorded) => {
    if (isRecorded) metrics.reportSeconds.observe(milliseconds / 1000);
    else metrics.lostReports.inc();
  },
});

/** Feeds the metrics from secrets that were due to be renewed. */
export const countRenewals = (metrics: Metrics) => (isRenewed: boolean) =>
  metrics.renewals.inc({ outcome: isRenewed ? 'renewed' : 'failed' });

type Outcome<T> = { readonly isDone: true; readonly value: T } | { readonly isDone: false };

const wordOf = (outcome: Outcome<unknown>): 'found' | 'missing' | 'failed' => {
  if (!outcome.isDone) return 'failed';
  return outcome.value === undefined ? 'missing' : 'found';
};

async function timed<T>(
  work: () => Promise<T>,
  tell: (seconds: number, outcome: Outcome<T>) => void,
): Promise<T> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  try {
    const value = await work();
    tell(seconds(), { isDone: true, value });
    return value;
  } catch (error) {
    tell(seconds(), { isDone: false });
    throw error;
  }
}
