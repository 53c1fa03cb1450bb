import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import type { FileProblem } from './output/format-problem.ts';

export type Verdict =
  | { readonly valid: true; readonly name: string; readonly steps: number }
  | { readonly valid: false; readonly problems: readonly FileProblem[] };

const API_VERSIONS: readonly unknown[] = ['noetl.io/v2', 'noetl.io/v10', 'noetl.io/v1'];
const SKELETON = 'start with `apiVersion: noetl.io/v2`, `kind: Playbook`, `metadata`, `workflow`';

/**
 * The least that makes a file a playbook. The loader of `src/playbook` takes this function's place:
 * nothing else in the command line knows how a playbook is checked.
 */
export function validatePlaybookFile(file: string, text: string): Verdict {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document.errors.length > 0) {
    const problems = document.errors.map(error => ({
      file,
      at: at(error.pos[0]),
      what: 'this is not valid YAML',
      why: error.message,
      fix: 'mend the YAML here; everything after this place may be misread',
    }));
    return { valid: false, problems };
  }
  const root = document.contents;
  if (!isMap(root)) {
    const what = root === null ? 'the file is empty' : 'the top level is not a mapping';
    return {
      valid: false,
      problems: [
        { file, at: at(root?.range?.[0] ?? 0), what, why: 'a playbook is a mapping', fix: SKELETON },
      ],
    };
  }
  const problems: FileProblem[] = [];
  const report = (node: Node | undefined, what: string, why: string, fix: string) => {
    problems.push({ file, at: at((node ?? root).range?.[0] ?? 0), what, why, fix });
  };
  checkHead(root, report);
  const steps = countSteps(root, report);
  return problems.length > 0 ? { valid: false, problems } : { valid: true, name: nameOf(root), steps };
}

type Report = (node: Node | undefined, what: string, why: string, fix: string) => void;

function checkHead(root: YAMLMap, report: Report): void {
  const apiVersion = child(root, 'apiVersion');
  if (!API_VERSIONS.includes(scalar(apiVersion))) {
    const what = apiVersion ? `apiVersion ${shown(apiVersion)} is unknown` : 'apiVersion is missing';
    report(
      apiVersion,
      what,
      'it tells which language the file is written in',
      'write `apiVersion: noetl.io/v2`',
    );
  }
  const kind = child(root, 'kind');
  if (scalar(kind) !== 'Playbook') {
    const what = kind ? `kind ${shown(kind)} cannot be run` : 'kind is missing';
    report(kind, what, 'only playbooks run', 'write `kind: Playbook`');
  }
}

function countSteps(root: YAMLMap, report: Report): number {
  const workflow = child(root, 'workflow');
  if (isSeq(workflow) && workflow.items.length > 0) return workflow.items.length;
  const what = workflow ? 'workflow is not a list of steps' : 'workflow is missing';
  const why = 'a playbook needs at least one step to run';
  report(
    workflow,
    isSeq(workflow) ? 'workflow has no steps' : what,
    why,
    'write `workflow:` with `- step: start` below it',
  );
  return 0;
}

function nameOf(root: YAMLMap): string {
  const metadata = child(root, 'metadata');
  const name = isMap(metadata) ? scalar(child(metadata, 'name')) : undefined;
  return typeof name === 'string' ? name : 'unnamed';
}

function child(map: YAMLMap, key: string): Node | undefined {
  return (map.get(key, true) as Node | undefined) ?? undefined;
}

function scalar(node: Node | undefined): unknown {
  return isScalar(node) ? node.value : undefined;
}

function shown(node: Node): string {
  return isScalar(node) ? `'${String(node.value)}'` : 'of this form';
}
