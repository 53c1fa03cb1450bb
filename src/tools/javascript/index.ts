import type { Tool } from '../../ports/tool.ts';
import { passedOn } from '../code/environment.ts';
import { defaultLimits, type PoolLimits, WarmPool } from '../code/warm-pool.ts';
import { defineTool } from '../define-tool.ts';
import type { ToolSettings } from '../settings.ts';
import { readConfig } from './config.ts';
import { JsWorker } from './js-worker.ts';
import { run, SANDBOX_KEY } from './run.ts';

export function createTool({ env, baseDir }: ToolSettings, limits: PoolLimits = defaultLimits()): Tool {
  const environment = passedOn(env);
  // Calls with the same memory limit share workers; the limit of a sandbox is not its worker's.
  const memoryOf = (key: string) => (key === SANDBOX_KEY ? 256 * 2 ** 20 : Number(key));
  const pool = new WarmPool(limits, key => new JsWorker(key, memoryOf(key), environment));
  return defineTool({
    readConfig: call => readConfig(call, baseDir),
    run: (config, io, call) => run(config, call, io, pool),
    close: () => pool.close(),
  });
}
