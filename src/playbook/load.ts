import type { Problem } from '../common/problem.ts';
import type { Playbook } from './model.ts';
import type { Positions } from './positions.ts';

export interface LoadOptions {
  /** Named in problems; the loader reads no files. */
  readonly file?: string;
  /** Legacy spellings become errors. */
  readonly strict?: boolean;
}

export interface LoadResult {
  /** Absent if there are errors. */
  readonly playbook: Playbook | undefined;
  /** All of them, by place. */
  readonly problems: readonly Problem[];
  /** Of the objects of `playbook`. */
  readonly positions: Positions;
}

/** Never throws: whatever is wrong with the text is in `problems`. */
export function load(_text: string, _options: LoadOptions = {}): LoadResult {
  throw new Error('the loader is being built: this version has its types only');
}
