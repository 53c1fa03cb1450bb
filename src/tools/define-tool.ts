import type { Tool, ToolCall, ToolIo, ToolOutcome } from '../ports/tool.ts';
import { ConfigError } from './config-error.ts';
import { failed } from './outcome.ts';

const HOUR = 3_600_000;

interface ToolParts<Config> {
  /** Checks the rendered fields; throws `ConfigError` for what the user wrote wrong. */
  readonly readConfig: (call: ToolCall) => Config;
  readonly run: (config: Config, io: ToolIo, call: ToolCall) => Promise<ToolOutcome> | ToolOutcome;
  readonly defaultTimeout?: number;
  readonly close?: () => Promise<void>;
}

/** A tool of a folder's `config.ts` and `run.ts`: wrong fields are an outcome, never an exception. */
export function defineTool<Config>(parts: ToolParts<Config>): Tool {
  const { readConfig, run, defaultTimeout = HOUR, close } = parts;
  return {
    defaultTimeout,
    async run(call, io) {
      try {
        return await run(readConfig(call), io, call);
      } catch (error) {
        if (error instanceof ConfigError) return failed('validation', error.message, { code: error.code });
        throw error;
      }
    },
    ...(close ? { close } : {}),
  };
}
