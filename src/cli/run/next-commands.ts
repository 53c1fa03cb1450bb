import type { FoundFailure } from './find-failure.ts';

/** What to type next after a failure, ready to be copied; a data directory of one's own, or a server, is repeated. */
export function nextCommands(
  executionId: string,
  failure: FoundFailure | undefined,
  {
    dataDir,
    serverFlags,
  }: { readonly dataDir?: string | undefined; readonly serverFlags?: string | undefined },
): readonly string[] {
  if (dataDir === undefined && serverFlags === undefined) return [];
  const where = serverFlags ?? (dataDir === '.noetl' ? '' : ` --data-dir ${quoted(dataDir ?? '')}`);
  const commands = [`noetl explain ${executionId}${where}`];
  if (failure) {
    commands.push(`noetl logs ${failure.executionId} --step ${failure.step}${where}`);
    const from = failure.executionId === executionId ? ` --from ${failure.step}` : '';
    commands.push(`noetl rerun ${executionId}${from}${where}`);
  }
  return commands;
}

/** As a shell reads it. */
const quoted = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
