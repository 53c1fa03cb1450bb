import type { Tool } from '../../ports/tool.ts';
import { defaultLimits, type PoolLimits } from '../code/warm-pool.ts';
import { defineTool } from '../define-tool.ts';
import type { ToolSettings } from '../settings.ts';
import { readConfig } from './config.ts';
import { Interpreters } from './interpreters.ts';
import { run } from './run.ts';

export function createTool(settings: ToolSettings, limits: PoolLimits = defaultLimits()): Tool {
  const interpreters = new Interpreters(settings, limits);
  return defineTool({
    readConfig: call => readConfig(call, settings.baseDir),
    run: (config, io, call) => run(config, call, io, interpreters),
    close: () => interpreters.close(),
  });
}
