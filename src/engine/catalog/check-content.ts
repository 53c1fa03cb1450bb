import type { PlainMapping } from '../../common/plain-value.ts';
import { isError, type Problem } from '../../common/problem.ts';
import { judgeText } from '../../playbook/catalog/judge-content.ts';
import { type CatalogDocument, documentData, readContent } from '../../playbook/catalog/read-document.ts';
import type { Playbook } from '../../playbook/model.ts';

/** What was sent cannot be kept: the message says why, and the problems where. */
export class CatalogRefusal extends Error {
  override readonly name = 'CatalogRefusal';
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** A playbook that may stand in the catalog. */
export interface CheckedContent {
  readonly text: string;
  readonly playbook: Playbook;
  readonly payload: PlainMapping;
  /** Warnings only. */
  readonly problems: readonly Problem[];
}

/** Throws a `CatalogRefusal` if it is no playbook, or not a valid one. */
export function checkContent(content: string, resourceType?: string): CheckedContent {
  const sent = readContent(content);
  const { document } = sent;
  refuseOtherKinds(document, resourceType);
  const { text, playbook, problems } = judgeText(sent);
  if (playbook && document) return { text, playbook, payload: documentData(document), problems };
  const errors = problems.filter(isError);
  const [first] = errors;
  const where = first ? `line ${first.line}, column ${first.column}: ${first.message}` : 'it cannot be read';
  const more = errors.length > 1 ? `; ${errors.length - 1} more in \`problems\`` : '';
  throw new CatalogRefusal(`the playbook is not valid: ${where}${more}`, problems);
}

function refuseOtherKinds(document: CatalogDocument | undefined, resourceType: string | undefined): void {
  const kind = document?.kind ?? resourceType;
  if (kind === undefined || kind.toLowerCase() === 'playbook') return;
  if (kind.toLowerCase() === 'credential') {
    throw new CatalogRefusal(
      'credentials are not kept in the catalog, where everybody could read them: send them to POST /api/credentials',
    );
  }
  throw new CatalogRefusal(`the catalog keeps documents of \`kind: Playbook\`; this is \`kind: ${kind}\``);
}
