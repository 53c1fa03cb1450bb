import type { PlainMapping } from '../../common/plain-value.ts';
import type { Playbook } from '../../playbook/model.ts';
import type { ChosenVersion } from './choose-playbook.ts';

/** The time that an execution may take. */
export interface TimeLimit {
  readonly milliseconds: number;
  /** The flag that set it, as it was written: said where the time is up. */
  readonly flag: string;
}

/** What `noetl run` was asked to do, read and checked. */
export interface Wish {
  readonly playbook: Playbook;
  readonly text: string;
  /** The file it came from, in whose folder relative paths of its tools start; or its name in the catalog. */
  readonly source: string;
  /** The version it is, if it came from a catalog. */
  readonly catalog: ChosenVersion | undefined;
  readonly payload: PlainMapping;
  /** The step to start at; undefined: the playbook's own. */
  readonly entry: string | undefined;
  readonly limit: TimeLimit | undefined;
}
