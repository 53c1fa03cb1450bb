import type { ProblemLog } from '../problem-log.ts';
import { checkText } from './check-text.ts';
import { describe, isMap, type MapNode, type Node, textOf } from './node.ts';
import { DuplicateKey } from './yaml/mapping-builder.ts';
import { parseYaml, type YamlDocuments } from './yaml/parse.ts';
import type { YamlError } from './yaml/yaml-error.ts';

const SKELETON = 'begin with `apiVersion: noetl.io/v2`, `kind: Playbook`, `metadata:` and `workflow:`';

/** From text, or what was parsed of it, to the tree of the one playbook in it; undefined if there is none to work on. */
export function readPlaybook(log: ProblemLog, parsed?: YamlDocuments): MapNode | undefined {
  const { text } = log.source;
  const wrong = checkText(text);
  if (wrong) {
    log.report(wrong.code, wrong.offset, wrong.message, wrong.hint);
    return undefined;
  }
  const { documents, errors } = parsed ?? parseYaml(text);
  for (const error of errors) reportYaml(log, error);
  if (documents.length === 0) {
    if (errors.length === 0) log.report('document_empty', 0, 'the text has no content', SKELETON);
    return undefined;
  }
  return choose(documents, log);
}

function reportYaml(log: ProblemLog, error: YamlError): void {
  const first = error instanceof DuplicateKey ? log.source.placeOf(error.firstOffset) : undefined;
  const hint = first
    ? `it stands first in line ${first.line}, column ${first.column}; keep one of them`
    : error.hint;
  log.report(error.code, error.offset, error.message, hint);
}

/** A text may hold several documents, of which one is the playbook. */
function choose(documents: readonly Node[], log: ProblemLog): MapNode | undefined {
  const playbooks = documents.filter(isPlaybook);
  const chosen = playbooks[0] ?? documents[0]!;
  if (!isMap(chosen)) {
    const message = `the top level is ${describe(chosen)}, not a mapping`;
    log.report('document_not_mapping', chosen.range.start, message, SKELETON);
    return undefined;
  }
  for (const second of playbooks.slice(1)) {
    const message = 'a text holds one playbook, and this is another one';
    log.report('document_second_playbook', second.range.start, message, 'move it to a file of its own');
  }
  if (playbooks.length > 0) {
    for (const other of documents.filter(document => !isPlaybook(document))) {
      log.report('document_ignored', other.range.start, 'this document is no playbook and is ignored');
    }
  }
  return chosen;
}

const isPlaybook = (node: Node): node is MapNode => isMap(node) && textOf(node.get('kind')) === 'Playbook';
