import type { PlainMapping } from '../../common/plain-value.ts';
import type { Playbook } from '../../playbook/model.ts';

/** What `noetl run` was asked to do, read and checked. */
export interface Wish {
  readonly playbook: Playbook;
  readonly text: string;
  /** The file it came from; relative paths of its tools start in its folder. */
  readonly source: string;
  readonly payload: PlainMapping;
  /** The step to start at; undefined: the playbook's own. */
  readonly entry: string | undefined;
  /** Milliseconds the execution may take. */
  readonly limit: number | undefined;
}
