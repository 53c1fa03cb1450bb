import type { FoundFailure } from './find-failure.ts';

/** Where an execution is recorded: in a data directory, or on the server that flags name. */
export interface Place {
  readonly dataDir?: string | undefined;
  readonly serverFlags?: string | undefined;
}

/** The flags with which other commands find it; undefined: it is recorded nowhere. */
export function flagsOf({ dataDir, serverFlags }: Place): string | undefined {
  if (serverFlags !== undefined || dataDir === undefined) return serverFlags;
  return dataDir === '.noetl' ? '' : ` --data-dir ${quoted(dataDir)}`;
}

/** What to type next after a failure, ready to be copied; a data directory of one's own, or a server, is repeated. */
export function nextCommands(
  executionId: string,
  failure: FoundFailure | undefined,
  place: Place,
  /** A loop that went on although some of its items failed. */
  lossyLoop?: string | undefined,
): readonly string[] {
  const where = flagsOf(place);
  if (where === undefined) return [];
  const commands = [`noetl explain ${executionId}${where}`];
  if (failure) {
    commands.push(`noetl logs ${failure.executionId} --step ${failure.step}${where}`);
    commands.push(`noetl rerun ${executionId}${whatAgain(executionId, failure)}${where}`);
    if (lossyLoop !== undefined)
      commands.push(`noetl rerun ${executionId} --from ${lossyLoop} --only-failed${where}`);
  }
  return commands;
}

/** Of a loop the iterations that failed are enough; a failure in a sub-playbook is repeated from the step that called it. */
const whatAgain = (executionId: string, { executionId: failed, iteration, step }: FoundFailure): string =>
  failed !== executionId || iteration !== undefined ? ' --only-failed' : ` --from ${step}`;

/** As a shell reads it. */
const quoted = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
