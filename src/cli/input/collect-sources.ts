import type { Cli } from '../cli.ts';
import type { FileProblem } from '../output/format-problem.ts';
import { findYamlFiles, isFolder } from './find-files.ts';
import { readSource, type Source, STDIN, unreadable } from './read-source.ts';

export interface Collected {
  readonly sources: readonly Source[];
  /** What could not be read. */
  readonly unreadable: readonly FileProblem[];
  /** YAML files in folders that are no playbooks. */
  readonly skipped: readonly string[];
}

/**
 * Reads the files that are named, and the playbooks in the folders that are named, each once. A file that is
 * named is always taken for a playbook; one that is found must look like one.
 */
export async function collectSources(targets: readonly string[], cli: Cli): Promise<Collected> {
  const sources = new Map<string, Source>();
  const problems: FileProblem[] = [];
  const skipped: string[] = [];
  const take = async (file: string, named: boolean): Promise<boolean> => {
    if (sources.has(file)) return true;
    const read = await readSource(file, cli);
    if (!read.ok) problems.push(read.problem);
    else if (named || looksLikePlaybook(read.source.text)) sources.set(file, read.source);
    else skipped.push(file);
    return read.ok && sources.has(file);
  };
  for (const target of targets) {
    if (target === STDIN || !(await isFolder(target))) await take(target, true);
    else {
      const files = await filesIn(target, problems);
      let found = 0;
      for (const file of files ?? []) if (await take(file, false)) found++;
      if (files && found === 0) problems.push(noPlaybooks(target, files.length));
    }
  }
  return { sources: [...sources.values()], unreadable: problems, skipped };
}

async function filesIn(folder: string, problems: FileProblem[]): Promise<readonly string[] | undefined> {
  try {
    return await findYamlFiles(folder);
  } catch (error) {
    problems.push(unreadable(folder, (error as NodeJS.ErrnoException).code));
    return undefined;
  }
}

/** Decided by the text, so that a playbook with broken YAML is reported and not passed over. */
function looksLikePlaybook(text: string): boolean {
  if (/^["']?kind["']?[ \t]*:[ \t]*["']?Playbook\b/m.test(text)) return true;
  const ours = /^["']?apiVersion["']?[ \t]*:[ \t]*["']?noetl\.io\//m.test(text);
  return ours && /^["']?workflow["']?[ \t]*:/m.test(text);
}

function noPlaybooks(folder: string, files: number): FileProblem {
  const why =
    files === 0
      ? 'it has no .yaml or .yml files'
      : `none of its ${files} YAML ${files === 1 ? 'file' : 'files'} has \`kind: Playbook\``;
  return { file: folder, what: 'the folder has no playbooks', why, fix: 'name another folder, or a file' };
}
