import { defineTool } from '../define-tool.ts';
import type { CreateTool } from '../settings.ts';
import { readConfig } from './config.ts';
import { environmentOf } from './environment.ts';
import { run } from './run.ts';

export const createTool: CreateTool = ({ env, baseDir }) =>
  defineTool({
    readConfig: call => readConfig(call, baseDir),
    run: (config, io, call) => run(config, environmentOf(env, call, config.env), io),
  });
