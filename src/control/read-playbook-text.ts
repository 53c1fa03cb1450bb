import { isError, renderProblem } from '../common/problem.ts';
import { load } from '../playbook/index.ts';
import type { Playbook } from '../playbook/model.ts';
import { ControlError } from './control-error.ts';

/**
 * The playbook that a client sent as text: nothing else crosses the border. It must be the one that the
 * client has read, by its hash.
 */
export function readPlaybookText(sent: {
  readonly text: string;
  readonly source: string;
  readonly hash: string;
}): Playbook {
  const { playbook, problems } = load(sent.text, { file: sent.source });
  if (playbook?.hash === sent.hash) return playbook;
  const found = problems.filter(isError).map(renderProblem);
  const what = 'the process that holds the data directory reads this playbook in another way than this one';
  throw new ControlError(
    'control_playbook_differs',
    [
      `${what}: it is another version of noetl. End it, or choose another directory with --data-dir`,
      ...found,
    ].join('\n'),
  );
}
