import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { ToolOutcome } from '../../ports/tool.ts';
import { SecretError } from './secret-error.ts';
import type { SecretRun } from './secret-run.ts';

/** Milliseconds an endpoint has to answer. */
const PATIENCE = 30_000;
/** Secrets are small; whatever is larger is something else. */
const MAX_BYTES = 1 << 20;

/** A call of the http tool. */
export interface SecretCall {
  /** What is said to be missing where there is no answer: `token`, `secret`. */
  readonly wanted: string;
  readonly url: string;
  /** As the http tool has them: `method`, `headers`, `json`, `form`, `body`, … */
  readonly config: PlainMapping;
  /** How the client shows who it is, if not by what it sends. */
  readonly auth?: PlainMapping | undefined;
}

/** The body of the answer. `what` names whom it is for in errors, which never hold what was sent. */
export async function callHttp(run: SecretRun, what: string, call: SecretCall): Promise<PlainValue> {
  const outcome = await outcomeOf(run, what, call);
  if (outcome.status === 'ok') return (outcome.data as PlainMapping).data ?? null;
  const error = outcome.status === 'error' ? outcome.error : undefined;
  const why = error?.message ?? 'it did not answer';
  throw new SecretError(`${what}: no ${call.wanted} from ${shownUrl(call.url)}: ${why}`, {
    kind: 'auth',
    retryable: error?.retryable ?? false,
  });
}

/** By the tool that playbooks use, with its rules for addresses, redirects and certificates. */
async function outcomeOf(run: SecretRun, what: string, call: SecretCall): Promise<ToolOutcome> {
  const { services, command } = run;
  const http = await services.tools.find('http');
  if (!http) throw new SecretError(`${what} needs the tool http, which is not installed`);
  const stop = new AbortController();
  const cancel = services.clock.after(PATIENCE, () => stop.abort('timeout'));
  const { executionId, commandId, step, attempt, redeliveries } = command;
  const config = mappingOf([['max_bytes', MAX_BYTES], ...Object.entries(call.config), ['url', call.url]]);
  try {
    return await http.run(
      {
        kind: 'http',
        config,
        input: mappingOf([]),
        auth: call.auth,
        context: {},
        ...{ executionId, commandId, step, attempt, redeliveries },
        task: what,
      },
      // What it prints would be printed before its secrets are known.
      { signal: stop.signal, print: () => {} },
    );
  } finally {
    cancel();
  }
}

/** Without what may be secret in it. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return 'its address';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
