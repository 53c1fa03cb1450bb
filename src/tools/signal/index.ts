import { defineTool } from '../define-tool.ts';
import type { CreateTool } from '../settings.ts';
import { readConfig } from './config.ts';
import { run } from './run.ts';

/** `kind: signal`, and `kind: approval` as long as it has no page of its own. */
export const createTool: CreateTool = ({ now }) =>
  defineTool({ readConfig, run: config => run(config, now()) });
