import type { JsonSchema } from '../json-schema.ts';
import { javascript, python, shell } from './code.ts';
import { approval, assertion, fail, noop, playbook, signal, wait, workbookReference } from './control.ts';
import { http } from './http.ts';
import { artifact, container, gcs, mcp, nats, subscription } from './infrastructure.ts';
import { duckdb, postgres, transfer } from './sql.ts';

/** Fields by kind of tool, as far as an editor can help with them; other fields and kinds are allowed. */
export const TOOLS: Readonly<Record<string, JsonSchema>> = {
  http,
  postgres,
  duckdb,
  python,
  javascript,
  shell,
  playbook,
  workbook: workbookReference,
  wait,
  signal,
  approval,
  assert: assertion,
  noop,
  fail,
  transfer,
  nats,
  container,
  mcp,
  artifact,
  gcs,
  subscription,
};
