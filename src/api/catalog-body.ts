import type { Static } from '@sinclair/typebox';
import type { Problem } from '../common/problem.ts';
import type { CatalogEntry, CatalogSummary } from '../ports/catalog.ts';
import type { ProblemBody } from './error-body.ts';
import type { CatalogEntryBody, CatalogSummaryBody } from './schemas/catalog.ts';

/** A time as answers write it. */
export const timeBody = (at: number): string => new Date(at).toISOString();

export const summaryBody = (summary: CatalogSummary): Static<typeof CatalogSummaryBody> => ({
  catalog_id: summary.catalogId,
  path: summary.path,
  kind: summary.kind,
  version: summary.version,
  meta: summary.meta,
  hash: summary.hash,
  created_at: timeBody(summary.createdAt),
  archived_at: summary.archivedAt === undefined ? null : timeBody(summary.archivedAt),
});

export const entryBody = (entry: CatalogEntry): Static<typeof CatalogEntryBody> => ({
  ...summaryBody(entry),
  content: entry.text,
  layout: null,
  payload: entry.payload,
});

/** A problem of a playbook. */
export const problemBody = ({ severity, code, message, line, column, hint }: Problem): ProblemBody => ({
  where: `line ${line}, column ${column}`,
  message,
  code,
  line,
  column,
  severity,
  ...(hint === undefined ? {} : { hint }),
});
