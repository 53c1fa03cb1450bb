import type { Tool } from '../../ports/tool.ts';
import { loadProgram } from '../code/program.ts';
import { defaultLimits, type PoolLimits } from '../code/warm-pool.ts';
import { defineTool } from '../define-tool.ts';
import { baseDirOf, type ToolSettings } from '../settings.ts';
import { readConfig } from './config.ts';
import { Interpreters } from './interpreters.ts';
import { run } from './run.ts';

export function createTool(settings: ToolSettings, limits: PoolLimits = defaultLimits()): Tool {
  const interpreters = new Interpreters(settings, limits);
  return defineTool({
    readConfig: call => readConfig(call, baseDirOf(call, settings)),
    async run(config, io, call) {
      const program = await loadProgram(config.program, {
        ...settings,
        baseDir: baseDirOf(call, settings),
        call,
        signal: io.signal,
      });
      return program.ok ? run(program.text, config, call, io, interpreters) : program.outcome;
    },
    close: () => interpreters.close(),
  });
}
