import { isPoolName, POOL_NAMES } from '../../common/pool-name.ts';
import type { Node } from '../read/node.ts';
import type { Builder } from './builder.ts';

/** The name of a pool of workers. It is none that could be a template: where work waits must be known before it runs. */
export function poolName(builder: Builder, node: Node | undefined): string | undefined {
  const name = builder.text(node, '`pool`');
  if (name === undefined || node === undefined || isPoolName(name)) return name;
  const hint = `use ${POOL_NAMES}; templates are not rendered here`;
  builder.report('wrong_value', node.range, `\`${name}\` cannot be the name of a pool`, hint);
  return undefined;
}
