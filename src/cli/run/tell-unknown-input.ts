import { nearestName } from '../../common/nearest-name.ts';
import type { Console } from '../output/console.ts';
import type { Wish } from './wish.ts';

/**
 * Warns of input that looks like a misspelt key of the workload, for a run with the default in its place
 * succeeds. What the playbook reads and has no default for is no mistake.
 */
export function tellUnknownInput({ playbook, text, payload }: Wish, console: Console): void {
  const known = Object.keys(playbook.workload);
  for (const key of Object.keys(payload)) {
    if (known.includes(key) || text.includes(`workload.${key}`)) continue;
    const near = nearestName(key, known);
    if (near === undefined) continue;
    const message = `the workload has no '${key}'; did you mean '${near}'?`;
    console.err(`${console.errPaint.yellow('warning')}: ${message}\n`);
  }
}
