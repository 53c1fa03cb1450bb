import type { Tool } from '../../ports/tool.ts';
import { passedOn } from '../code/environment.ts';
import { loadProgram } from '../code/program.ts';
import { defaultLimits, type PoolLimits, WarmPool } from '../code/warm-pool.ts';
import { defineTool } from '../define-tool.ts';
import { baseDirOf, type ToolSettings } from '../settings.ts';
import { readConfig } from './config.ts';
import { JsWorker } from './js-worker.ts';
import { run, SANDBOX_KEY } from './run.ts';

export function createTool(settings: ToolSettings, limits: PoolLimits = defaultLimits()): Tool {
  const environment = passedOn(settings.env);
  // Calls with the same memory limit share workers; the limit of a sandbox is not its worker's.
  const memoryOf = (key: string) => (key === SANDBOX_KEY ? 256 * 2 ** 20 : Number(key));
  const pool = new WarmPool(limits, key => new JsWorker(key, memoryOf(key), environment));
  return defineTool({
    readConfig: call => readConfig(call, baseDirOf(call, settings)),
    async run(config, io, call) {
      const program = await loadProgram(config.program, {
        ...settings,
        baseDir: baseDirOf(call, settings),
        call,
        signal: io.signal,
      });
      return program.ok ? run(program.text, config, call, io, pool) : program.outcome;
    },
    close: () => pool.close(),
  });
}
