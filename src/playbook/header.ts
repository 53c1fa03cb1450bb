import { nearestName } from '../common/nearest-name.ts';
import type { Generation } from './normalise/pass.ts';
import type { ProblemLog } from './problem-log.ts';
import { isScalar, type MapNode } from './read/node.ts';

const GENERATIONS: Readonly<Record<string, Generation>> = {
  'noetl.io/v1': 'v1',
  'noetl.io/v2': 'v2',
  'noetl.io/v10': 'v10',
};

/** Says which generation of the language the document is written for; undefined if it is no playbook. */
export function readHeader(root: MapNode, log: ProblemLog): Generation | undefined {
  if (!isPlaybook(root, log)) return undefined;
  const node = root.get('apiVersion');
  const written = isScalar(node) ? String(node.value) : undefined;
  const generation =
    written !== undefined && Object.hasOwn(GENERATIONS, written) ? GENERATIONS[written] : undefined;
  if (generation) return generation;
  const message =
    node === undefined
      ? 'the document has no `apiVersion`'
      : `\`apiVersion: ${written ?? '…'}\` is not known`;
  const near = written === undefined ? undefined : nearestName(written, Object.keys(GENERATIONS));
  log.report(
    'api_version',
    (node ?? root).range.start,
    message,
    `write \`apiVersion: ${near ?? 'noetl.io/v2'}\``,
  );
  return 'v2';
}

/** A document of another kind is not looked at further; one without a kind may have forgotten it. */
function isPlaybook(root: MapNode, log: ProblemLog): boolean {
  const node = root.get('kind');
  if (isScalar(node) && node.value === 'Playbook') return true;
  const kind = isScalar(node) && node.value !== null ? `\`kind: ${String(node.value)}\`` : undefined;
  const message = kind ? `this is a document of ${kind}, not a playbook` : 'the document has no `kind`';
  log.report('document_kind', (node ?? root).range.start, message, 'write `kind: Playbook`');
  return kind === undefined;
}
