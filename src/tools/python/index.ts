import { availableParallelism } from 'node:os';
import type { Tool } from '../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import type { ToolSettings } from '../settings.ts';
import { readConfig } from './config.ts';
import { interpreterEnvironment } from './environment.ts';
import { type PoolLimits, PythonPool } from './pool.ts';
import { run } from './run.ts';

/** Many steps wait for a network more than they compute, so there may be more of them than cores. */
function defaultLimits(): PoolLimits {
  const cores = availableParallelism();
  return { max: Math.max(8, 4 * cores), warm: Math.max(2, cores) };
}

export function createTool({ env, baseDir }: ToolSettings, limits: PoolLimits = defaultLimits()): Tool {
  const interpreter = { env: interpreterEnvironment(env), cwd: baseDir };
  const pool = new PythonPool(limits, command => ({ ...interpreter, command }));
  return defineTool({
    readConfig: call => readConfig(call, baseDir),
    run: (config, io, call) => run(config, call, io, pool),
    close: () => pool.close(),
  });
}
