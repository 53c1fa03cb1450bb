import { defineTool } from '../define-tool.ts';
import type { CreateTool } from '../settings.ts';
import { readConfig } from './config.ts';
import { run } from './run.ts';

export const createTool: CreateTool = () => defineTool({ readConfig, run });
