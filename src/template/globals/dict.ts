import { fail } from '../error.ts';
import { pairsOf } from '../methods/dict-view.ts';
import type { Runtime } from '../runtime.ts';
import { type Arguments, Callable } from '../value/callable.ts';
import { makeDict } from '../value/mapping.ts';
import { type Dict, Namespace } from '../value/value.ts';

/** From a mapping or a list of pairs, and named values; any name is allowed, so nothing is declared. */
function readDict(owner: string, { positional, named }: Arguments, runtime: Runtime): Dict {
  if (positional.length > 1) {
    fail('template_arguments', `the function '${owner}' takes one mapping and named values`);
  }
  const pairs = [...pairsOf(positional[0], owner, runtime), ...named];
  runtime.produce(pairs.length);
  return makeDict(pairs);
}

export const dict = new Callable('function', 'dict', (args, runtime) => readDict('dict', args, runtime));

export const namespace = new Callable(
  'function',
  'namespace',
  (args, runtime) => new Namespace(readDict('namespace', args, runtime)),
);
