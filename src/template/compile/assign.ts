import type { Target } from '../ast.ts';
import { typeError, valueError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { arrayOf } from '../value/iterate.ts';
import { Namespace, type Value } from '../value/value.ts';

export type Assign = (value: Value, runtime: Runtime) => void;

/** Binds a value to a name of the current scope, several names at once, or a namespace's attribute. */
export function compileTarget(target: Target): Assign {
  switch (target.kind) {
    case 'name':
      return (value, runtime) => runtime.scope?.set(target.name, value);
    case 'tuple':
      return compileTupleTarget(target.targets.map(compileTarget));
    case 'namespace':
      return (value, runtime) => {
        const namespace = runtime.scope?.find(target.name)?.get(target.name);
        if (!(namespace instanceof Namespace)) {
          return typeError(
            `'${target.name}' is not a namespace, so its attributes cannot be set`,
            `make it one first: {% set ${target.name} = namespace() %}`,
          );
        }
        namespace.attributes.set(target.attribute, value);
      };
  }
}

function compileTupleTarget(targets: readonly Assign[]): Assign {
  return (value, runtime) => {
    const items = arrayOf(value, runtime);
    if (items.length !== targets.length) {
      valueError(`${targets.length} names are to be assigned, but the value has another number of items`);
    }
    for (const [i, assign] of targets.entries()) assign(items[i], runtime);
  };
}
