import type { Problem } from '../common/problem.ts';
import { Environment } from '../template/index.ts';
import { Builder } from './build/builder.ts';
import { ConditionReads } from './build/condition-reads.ts';
import { buildPlaybook, type Draft, hashOf } from './build/playbook.ts';
import { checkPlaybook } from './check/index.ts';
import { readHeader } from './header.ts';
import type { Playbook } from './model.ts';
import { normalise } from './normalise/index.ts';
import { type Positions, PositionTable } from './positions.ts';
import { ProblemLog } from './problem-log.ts';
import { readPlaybook } from './read/read.ts';
import { SourceText } from './read/source-text.ts';
import type { YamlDocuments } from './read/yaml/parse.ts';

export interface LoadOptions {
  /** Named in problems; the loader reads no files. */
  readonly file?: string;
  /** Older spellings become errors. */
  readonly strict?: boolean;
  /** An execution was started with it, perhaps by an older version: what is checked since then does not take that back. */
  readonly wasAccepted?: boolean;
  /** The YAML of the text, where somebody has parsed it already. */
  readonly parsed?: YamlDocuments | undefined;
}

export interface LoadResult {
  /** Absent if there are errors. */
  readonly playbook: Playbook | undefined;
  /** All of them, by place. */
  readonly problems: readonly Problem[];
  /** Of the objects of `playbook`. */
  readonly positions: Positions;
}

/** Holds the templates of one large playbook at a time, so that each is compiled once. */
const CACHED_TEMPLATES = 50_000;

/**
 * From text to a checked, frozen, hashed playbook: read → normalise → build → check → hash.
 * Never throws: whatever is wrong with the text is in `problems`.
 */
export function load(text: string, options: LoadOptions = {}): LoadResult {
  const isMarked = text.startsWith('\ufeff');
  const source = new SourceText(isMarked ? text.slice(1) : text);
  const log = new ProblemLog(source, { file: options.file, strict: options.strict ?? false });
  const positions = new PositionTable(source.text);
  // The places in it are those of the text with its mark.
  const root = readPlaybook(log, isMarked ? undefined : options.parsed);
  const generation = root && readHeader(root, log);
  if (!generation) return { playbook: undefined, problems: log.problems, positions };
  const environment = new Environment({ cacheSize: CACHED_TEMPLATES });
  const canonical = normalise(root, generation, log);
  const builder = new Builder(log, positions, new ConditionReads(environment));
  const draft = buildPlaybook(builder, canonical);
  if (!options.wasAccepted) checkPlaybook(draft, { log, positions, environment });
  const playbook = log.hasErrors ? undefined : finish(draft, positions);
  return { playbook, problems: log.problems, positions };
}

const finish = (draft: Draft, positions: PositionTable): Playbook =>
  positions.move(draft, Object.freeze({ hash: hashOf(draft), ...draft }));
