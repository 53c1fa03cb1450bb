import type { ToolCall } from '../../ports/tool.ts';
import { readFlag, readText } from '../read-field.ts';

export interface FailConfig {
  readonly message: string;
  readonly code: string | undefined;
  readonly retryable: boolean;
}

export function readConfig({ config, step }: ToolCall): FailConfig {
  const message = readText(config, 'message')?.trim() ?? '';
  return {
    message: message === '' ? `step ${step} fails by its own rule` : message,
    code: readText(config, 'code'),
    retryable: readFlag(config, 'retryable', false),
  };
}
