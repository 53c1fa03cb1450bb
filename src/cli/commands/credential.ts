import type { PlainMapping } from '../../common/plain-value.ts';
import { putCredential, rekeyCredentials, removeCredential } from '../../compose/credentials.ts';
import { openForReading } from '../../compose/read.ts';
import { maskData } from '../../core/credential/mask-data.ts';
import type { CredentialStore, CredentialSummary, NewCredential } from '../../ports/credential-store.ts';
import type { Cli } from '../cli.ts';
import { type AddFlags, readGiven } from '../credential/read-given.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { timeText } from '../inspect/words.ts';
import { WrongRequest } from '../inspect/wrong-request.ts';
import { plural } from '../output/plural.ts';
import { table } from '../output/table.ts';
import { connectIfAsked, type ServerChoice } from '../remote/connect.ts';
import { withStore } from '../run/with-store.ts';

export interface CredentialOptions extends ServerChoice {
  readonly dataDir: string;
}

export interface AddOptions extends CredentialOptions, AddFlags {}

export interface ListOptions extends InspectOptions {
  readonly type?: string;
  readonly search?: string;
}

/** `noetl credential add NAME`: stores one, or replaces it. */
export function credentialAddCommand(
  name: string | undefined,
  options: AddOptions,
  cli: Cli,
): Promise<ExitCode> {
  return told(cli, async () => {
    const credential = await readGiven(name, options, cli);
    if (!credential) return EXIT.interrupted;
    const replaced = await put(credential, options, cli);
    const verb = replaced ? 'replaced' : 'added';
    cli.console.err(`${verb} credential '${credential.name}' (${credential.type})\n`);
    return EXIT.ok;
  });
}

/** `noetl credential list`. */
export function credentialListCommand(options: ListOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return reading(options, cli, async credentials => {
    const filter = {
      ...(options.type === undefined ? {} : { type: options.type }),
      ...(options.search === undefined ? {} : { q: options.search }),
    };
    const found = await credentials.list(filter);
    const rows = () =>
      found.map(each => [
        each.name,
        each.type,
        each.description ?? '',
        each.tags.join(', '),
        timeText(each.updatedAt),
      ]);
    print(console, options.output, found.map(asRow), () =>
      found.length === 0
        ? ''
        : table(['NAME', 'TYPE', 'DESCRIPTION', 'TAGS', 'UPDATED'], rows(), console.outPaint),
    );
    if (found.length === 0) console.err('no credentials like that: `noetl credential add NAME` adds one\n');
    return EXIT.ok;
  });
}

/** `noetl credential get NAME`: which fields it has, with secret ones masked. */
export function credentialGetCommand(name: string, options: InspectOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return reading(options, cli, async credentials => {
    const found = await credentials.get(name);
    if (!found) throw await notThere(credentials, name);
    const data = maskData(found.data);
    print(console, options.output, { ...asRow(found), data }, () => asText(found, data));
    return EXIT.ok;
  });
}

/** `noetl credential delete NAME`. */
export function credentialDeleteCommand(
  name: string,
  options: CredentialOptions,
  cli: Cli,
): Promise<ExitCode> {
  return told(cli, async () => {
    if (!(await remove(name, options, cli)))
      throw new WrongRequest(
        `there is no credential '${name}'; \`noetl credential list\` shows what there is`,
      );
    cli.console.err(`deleted credential '${name}'\n`);
    return EXIT.ok;
  });
}

/** `noetl credential rekey`: encrypts everything anew, with a new key. */
export function credentialRekeyCommand(options: CredentialOptions, cli: Cli): Promise<ExitCode> {
  return told(cli, async () => {
    if (await connectIfAsked(options, cli))
      throw new WrongRequest('the key of a server is changed where its data is: name its --data-dir there');
    const count = await rekeyCredentials({ dataDir: options.dataDir, env: cli.env });
    cli.console.err(`encrypted ${plural(count, 'credential')} anew; older keys open nothing any more\n`);
    return EXIT.ok;
  });
}

async function put(credential: NewCredential, options: CredentialOptions, cli: Cli): Promise<boolean> {
  const server = await connectIfAsked(options, cli);
  if (!server) return putCredential({ dataDir: options.dataDir, env: cli.env }, credential);
  return (await import('../remote/remote-credentials.ts')).putOnServer(server, credential);
}

async function remove(name: string, options: CredentialOptions, cli: Cli): Promise<boolean> {
  const server = await connectIfAsked(options, cli);
  if (!server) return removeCredential({ dataDir: options.dataDir, env: cli.env }, name);
  return (await import('../remote/remote-credentials.ts')).removeFromServer(server, name);
}

function reading(
  options: CredentialOptions,
  cli: Cli,
  work: (credentials: Readable) => Promise<ExitCode>,
): Promise<ExitCode> {
  return told(cli, async () => {
    const server = await connectIfAsked(options, cli);
    if (server) return work((await import('../remote/remote-credentials.ts')).remoteCredentials(server));
    const stores = await openForReading(options.dataDir, cli.env);
    return work(stores.credentials).finally(() => stores.close());
  });
}

function told({ console }: Cli, work: () => Promise<ExitCode>): Promise<ExitCode> {
  return withStore(console, () =>
    work().catch((error: unknown) => {
      if (!(error instanceof WrongRequest)) throw error;
      console.err(`${console.errPaint.red('error')}: ${error.message}\n`);
      return EXIT.usage;
    }),
  );
}

type Readable = Pick<CredentialStore, 'list' | 'get'>;

async function notThere(credentials: Readable, name: string): Promise<WrongRequest> {
  const names = (await credentials.list()).map(each => each.name).join(', ') || 'none';
  return new WrongRequest(`there is no credential '${name}'; there are: ${names}`);
}

const asRow = (summary: CredentialSummary) => ({
  id: summary.id,
  name: summary.name,
  type: summary.type,
  description: summary.description,
  tags: summary.tags,
  meta: summary.meta,
  created_at: new Date(summary.createdAt).toISOString(),
  updated_at: new Date(summary.updatedAt).toISOString(),
});

function asText(summary: CredentialSummary, data: PlainMapping): string {
  const lines: readonly (readonly [string, string])[] = [
    ['name', summary.name],
    ['type', summary.type],
    ['description', summary.description ?? ''],
    ['tags', summary.tags.join(', ')],
    ['updated', timeText(summary.updatedAt)],
    ...Object.entries(data).map(
      ([key, value]) => [`data.${key}`, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  ];
  const width = Math.max(...lines.map(([key]) => key.length));
  return lines
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key.padEnd(width)}  ${value}\n`)
    .join('');
}
