import { isMapping, mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import type { ToolOutcome } from '../../ports/tool.ts';
import { learnSecrets } from './learn.ts';
import { SecretError } from './secret-error.ts';
import type { ResolvedSecret, SecretRun } from './secret-run.ts';
import { requestKey, type TokenRequest, tokenRequest } from './token-request.ts';

/** Milliseconds a token endpoint has to answer. */
const PATIENCE = 30_000;
/** Seconds a token is good where neither its endpoint nor the playbook says. */
const DEFAULT_LIFETIME = 300;

/** Fetches a token, or takes the one that was fetched before and is still good. `what` names it in errors. */
export async function fetchToken(
  run: SecretRun,
  what: string,
  fields: PlainMapping,
  more: { readonly auth?: PlainMapping | undefined; readonly isLocal: boolean },
): Promise<ResolvedSecret> {
  learnSecrets(run.redactor, mappingOf([['', fields.client_secret ?? null]]));
  const request = tokenRequest(what, fields, more.auth);
  const key = requestKey(request, more.isLocal ? run.command.executionId : '');
  const fetched = await run.services.secrets!.tokens.get(key, async () => {
    const answer = answerOf(what, request, await callHttp(run, what, request));
    return { fields: tokenFields(what, answer), lifetime: lifetimeOf(answer, fields) };
  });
  // Also one that another command fetched is to be kept out of what this one reports.
  learnSecrets(run.redactor, fetched.fields);
  return fetched;
}

/** By the tool that playbooks use, with its rules for addresses, redirects and certificates. */
async function callHttp(run: SecretRun, what: string, { config, auth }: TokenRequest): Promise<ToolOutcome> {
  const { services, command } = run;
  const http = await services.tools.find('http');
  if (!http) throw new SecretError(`${what} needs the tool http, which is not installed`);
  const stop = new AbortController();
  const cancel = services.clock.after(PATIENCE, () => stop.abort('timeout'));
  const { executionId, commandId, step, attempt, redeliveries } = command;
  const call = {
    kind: 'http',
    config,
    input: mappingOf([]),
    auth,
    context: {},
    ...{ executionId, commandId, step, attempt, redeliveries },
    task: what,
  };
  try {
    // What it prints would be printed before its secrets are known.
    return await http.run(call, { signal: stop.signal, print: () => {} });
  } finally {
    cancel();
  }
}

function answerOf(what: string, { url }: TokenRequest, outcome: ToolOutcome): PlainMapping {
  if (outcome.status === 'ok') {
    const body = isMapping(outcome.data) ? outcome.data.data : undefined;
    if (isMapping(body)) return body;
    throw new SecretError(`${what}: ${url} answered with something that is no JSON object`, { kind: 'auth' });
  }
  const error = outcome.status === 'error' ? outcome.error : undefined;
  throw new SecretError(`${what}: no token from ${url}: ${error?.message ?? 'it did not answer'}`, {
    kind: 'auth',
    retryable: error?.retryable ?? false,
  });
}

function tokenFields(what: string, answer: PlainMapping): PlainMapping {
  const token = answer.access_token ?? answer.id_token ?? answer.token;
  if (typeof token !== 'string' || token === '')
    throw new SecretError(`${what}: the answer has no \`access_token\`; it has: ${listOf(answer)}`, {
      kind: 'auth',
    });
  return mappingOf([
    ['token', token],
    ['access_token', token],
    ...Object.entries(answer),
    ['type', 'oauth2'],
  ]);
}

const listOf = (answer: PlainMapping): string => Object.keys(answer).join(', ') || 'nothing';

function lifetimeOf(answer: PlainMapping, fields: PlainMapping): number {
  const seconds = [answer.expires_in, fields.ttl_seconds].map(Number).find(value => value > 0);
  return (seconds ?? DEFAULT_LIFETIME) * 1000;
}
