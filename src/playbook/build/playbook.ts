import { canonicalJson } from '../../common/canonical-json.ts';
import { sha256Hex } from '../../common/sha256.ts';
import type { Playbook, Step } from '../model.ts';
import { isList, isMap, type MapNode, textOf } from '../read/node.ts';
import type { Builder } from './builder.ts';
import { KEYS } from './known-keys.ts';
import { buildExecutor, buildKeychain, buildMetadata } from './root-sections.ts';
import { buildStep } from './step.ts';
import { buildTests } from './test-case.ts';
import { hintForKey, STEPS } from './words-of-others.ts';

/** Everything of a playbook but its hash, which only a playbook without errors has. */
export type Draft = Omit<Playbook, 'hash'>;

/** From the canonical tree to the model. Always gives one, so that the checks can look at all of it. */
export function buildPlaybook(builder: Builder, root: MapNode): Draft {
  builder.unknownKeys(root, KEYS.root, 'a playbook');
  const { executor, entryStep, noNextIsError } = buildExecutor(builder, root.get('executor'));
  const nodes = stepNodes(builder, root);
  const around = {
    hasEnd: nodes.some(node => textOf(node.get('step')) === 'end'),
    onNoMatch: noNextIsError ? ('error' as const) : ('complete' as const),
  };
  const workflow = Object.freeze(nodes.map(node => buildStep(builder, node, around)));
  const entry = builder.text(entryStep, '`entry_step`') ?? defaultEntry(workflow);
  return builder.place(
    {
      metadata: buildMetadata(builder, root),
      workload: builder.mapping(root.get('workload'), '`workload`'),
      keychain: buildKeychain(builder, root.get('keychain')),
      executor,
      entry,
      workflow,
      tests: buildTests(builder, root.get('tests')),
    },
    root.range,
    { entry: entryStep, workload: root.get('workload') },
  );
}

function stepNodes(builder: Builder, root: MapNode): readonly MapNode[] {
  const workflow = root.get('workflow');
  if (workflow === undefined) {
    const other = root.entries.find(({ key }) => hintForKey('a playbook', key) === STEPS);
    const hint = other ? STEPS : 'write `workflow:` and below it `- step: start`';
    const at = other?.keyRange ?? root.range;
    builder.report('workflow_empty', at, 'the playbook has no `workflow`', hint);
    return [];
  }
  if (!isList(workflow) || workflow.items.length === 0) {
    const message = isList(workflow) ? 'the workflow has no steps' : '`workflow` is not a list of steps';
    const hint = 'write `workflow:` and below it `- step: start`';
    builder.report('workflow_empty', workflow.range, message, hint);
    return [];
  }
  return workflow.items.flatMap(item => {
    if (isMap(item)) return [item];
    builder.wrongType(item, 'a step', 'a mapping');
    return [];
  });
}

function defaultEntry(workflow: readonly Step[]): string {
  const start = workflow.find(step => step.name.toLowerCase() === 'start');
  return (start ?? workflow[0])?.name ?? '';
}

/** The hash of what the playbook says, whatever its spelling and layout. */
export const hashOf = (draft: Draft): string => sha256Hex(canonicalJson(draft));
