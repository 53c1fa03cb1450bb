import type { Tool } from '../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import { readConfig } from './config.ts';
import { type LoadStored, run } from './run.ts';

/** Needs the stores, so whoever has them makes it and gives it to the registry. */
export const createArtifactTool = (load: LoadStored): Tool =>
  defineTool({ readConfig, run: config => run(config, load) });
