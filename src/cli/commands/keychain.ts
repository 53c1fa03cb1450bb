import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { timeText } from '../inspect/words.ts';
import { WrongRequest } from '../inspect/wrong-request.ts';
import type { Entry, Found, Place } from '../keychain/keychain-source.ts';
import { type KeychainOptions, withKeychain } from '../keychain/with-keychain.ts';
import { duration } from '../output/duration.ts';
import { plural } from '../output/plural.ts';
import { table } from '../output/table.ts';

interface PlaceOptions {
  readonly execution?: string;
  readonly scope?: 'local' | 'global' | 'shared';
}

export interface KeychainReadOptions extends InspectOptions, PlaceOptions {}
export interface KeychainDeleteOptions extends KeychainOptions, PlaceOptions {}

const placeOf = ({ execution, scope }: PlaceOptions): Place => ({
  ...(execution === undefined ? {} : { execution_id: execution }),
  ...(scope === undefined ? {} : { scope_type: scope }),
});

/** `noetl keychain list PLAYBOOK`. */
export function keychainListCommand(
  playbook: string,
  options: KeychainReadOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { console } = cli;
  return withKeychain(playbook, options, cli, async keychain => {
    const { entries, total } = await keychain.list(placeOf(options));
    const header = ['NAME', 'KIND', 'SCOPE', 'EXECUTION', 'EXPIRES', 'READ', 'SOURCE'];
    print(console, options.output, entries, () =>
      entries.length === 0 ? '' : table(header, entries.map(rowOf), console.outPaint),
    );
    if (total === 0) console.err('no secret of it is kept: they are resolved when a task needs them\n');
    else if (entries.length < total) console.err(`${total} in all; --execution or --scope shows fewer\n`);
    return EXIT.ok;
  });
}

/** `noetl keychain show PLAYBOOK NAME`: which fields it has, with secret ones masked. */
export function keychainShowCommand(
  playbook: string,
  name: string,
  options: KeychainReadOptions,
  cli: Cli,
): Promise<ExitCode> {
  return withKeychain(playbook, options, cli, async keychain => {
    const found = await keychain.get(name, placeOf(options));
    if (found.status === 'not_found') throw await notKept(keychain.list({}), name);
    print(cli.console, options.output, found, () => asText(found));
    return EXIT.ok;
  });
}

/** `noetl keychain delete PLAYBOOK NAME`: so that it is resolved anew. */
export function keychainDeleteCommand(
  playbook: string,
  name: string,
  options: KeychainDeleteOptions,
  cli: Cli,
): Promise<ExitCode> {
  return withKeychain(playbook, options, cli, async keychain => {
    const { deleted } = await keychain.remove(name, placeOf(options));
    if (deleted === 0) throw await notKept(keychain.list({}), name);
    const count = deleted === 1 ? '' : ` (${plural(deleted, 'secret')})`;
    cli.console.err(`deleted '${name}'${count}; it is resolved anew when a task needs it\n`);
    return EXIT.ok;
  });
}

async function notKept(
  listed: Promise<{ readonly entries: readonly Entry[] }>,
  name: string,
): Promise<WrongRequest> {
  const names = [...new Set((await listed).entries.map(each => each.keychain_name))];
  const kept = names.length === 0 ? 'none is' : `there are: ${names.join(', ')}`;
  return new WrongRequest(`no secret '${name}' of this playbook is kept there; ${kept}`);
}

const rowOf = (entry: Entry): readonly string[] => [
  entry.keychain_name,
  entry.credential_type,
  entry.scope_type,
  entry.execution_id ?? '',
  expiryOf(entry),
  entry.accessed_at === null
    ? 'never'
    : `${entry.access_count}, last ${timeText(Date.parse(entry.accessed_at))}`,
  entry.source,
];

const expiryOf = ({ expired, ttl_seconds }: Pick<Entry, 'expired' | 'ttl_seconds'>): string =>
  expired ? 'expired' : `in ${duration(ttl_seconds * 1000)}`;

function asText({ status, data = {}, token_data: _, ...about }: Found): string {
  const lines: readonly (readonly [string, unknown])[] = [
    ['status', status],
    ...Object.entries(about),
    ...Object.entries(data).map(([key, value]) => [`data.${key}`, value] as const),
  ];
  const width = Math.max(...lines.map(([key]) => key.length));
  return lines
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([key, value]) =>
        `${key.padEnd(width)}  ${typeof value === 'string' ? value : JSON.stringify(value)}\n`,
    )
    .join('');
}
