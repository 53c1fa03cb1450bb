import type { Assignment } from '../model.ts';
import type { Node } from '../read/node.ts';
import type { Builder } from './builder.ts';

const SCOPED = /^(ctx|step|iter)\.(.+)$/;

const NO_ASSIGNMENTS: readonly Assignment[] = Object.freeze([]);

/** `set: {ctx.x: …}`; a name without a scope, or with another word before the dot, is in `ctx`. */
export function buildAssignments(builder: Builder, node: Node | undefined): readonly Assignment[] {
  const map = builder.map(node, '`set`');
  if (!map) return NO_ASSIGNMENTS;
  return Object.freeze(
    map.entries.map(({ key, keyRange, value }) => {
      const [, scope = 'ctx', name = key] = SCOPED.exec(key) ?? [];
      const assignment = { scope: scope as Assignment['scope'], name, value: builder.value(value) };
      return builder.place(assignment, keyRange, { value });
    }),
  );
}
