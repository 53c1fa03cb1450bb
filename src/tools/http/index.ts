import { defineTool } from '../define-tool.ts';
import type { CreateTool } from '../settings.ts';
import { HttpClient } from './client.ts';
import { readConfig } from './config.ts';
import { run } from './run.ts';

export const createTool: CreateTool = ({ now }) => {
  const client = new HttpClient();
  return defineTool({
    readConfig,
    run: (config, io) => run(config, client, io, now),
    defaultTimeout: 60_000,
    close: () => client.close(),
  });
};
