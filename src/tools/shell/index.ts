import { defineTool } from '../define-tool.ts';
import { loadScript } from '../script/load-script.ts';
import { baseDirOf, type CreateTool } from '../settings.ts';
import { readConfig, withoutNul } from './config.ts';
import { environmentOf } from './environment.ts';
import { run } from './run.ts';

export const createTool: CreateTool = ({ env, baseDir, now }) =>
  defineTool({
    readConfig: call => readConfig(call, baseDirOf(call, { baseDir })),
    run: async (config, io, call) => {
      const environment = environmentOf(env, call, config.env);
      if (config.script === undefined) return run(config, environment, io);
      const loaded = await loadScript(config.script, {
        baseDir: baseDirOf(call, { baseDir }),
        signal: io.signal,
        call,
        now,
      });
      if (!loaded.ok) return loaded.outcome;
      return run({ ...config, commands: [withoutNul(loaded.text, '`script`')] }, environment, io);
    },
  });
