import { describeError } from './describe-error.ts';
import { finish } from './finish.ts';
import { runSandboxed } from './run-sandboxed.ts';
import { compileTrusted } from './run-trusted.ts';
import { serve } from './serve.ts';
import { toPlain } from './to-plain.ts';
import { valuesOf } from './values-of.ts';

/**
 * The program of a worker, put together from functions that use nothing outside of themselves: it is the
 * same whether this module runs from its source or inside a bundle, and needs no file beside it.
 */
export const WORKER_SOURCE = `(${serve})({
  require,
  toPlain: ${toPlain},
  finish: ${finish},
  valuesOf: ${valuesOf},
  describeError: ${describeError},
  compileTrusted: ${compileTrusted},
  runSandboxed: ${runSandboxed},
});`;
