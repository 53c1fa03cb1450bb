import { failed } from '../outcome.ts';
import type { FailConfig } from './config.ts';

export const run = ({ message, code, retryable }: FailConfig) =>
  failed('fail', message, { retryable, ...(code === undefined ? {} : { code }) });
