import { openApi } from '../../api/openapi.ts';
import { ROUTES } from '../../api/routes/index.ts';
import { DOCS_PAGE } from '../docs/page.ts';
import type { ChapterHandlers } from '../implement.ts';

export const docsHandlers: ChapterHandlers<'docs'> = {
  'docs.openapi': ({ services }) =>
    openApi(ROUTES, { version: services.version }) as { openapi: '3.1.0'; paths: Record<string, unknown> },
  'docs.page': () => DOCS_PAGE,
};
