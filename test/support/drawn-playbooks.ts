import type { Arc, Loop, Playbook, Step, Task, Tool } from '../../src/playbook/model.ts';
import { playbookOf } from './playbook-of.ts';

interface Details {
  readonly name: string;
  readonly finalStep?: string;
  /** Kinds of the tools by step; the others keep `noop`. */
  readonly tools?: Readonly<Record<string, readonly [string, ...string[]]>>;
  /** Conditions by `from>to`. */
  readonly conditions?: Readonly<Record<string, string>>;
  /** What loops over collections go over, by step. */
  readonly loops?: Readonly<Record<string, Pick<Loop, 'iterator' | 'mode'>>>;
}

/** A sketch with names, tools and conditions, for drawings that look like real ones. */
export function detailed(notation: string, details: Details): Playbook {
  const { finalStep } = details;
  const playbook = playbookOf(notation, finalStep === undefined ? {} : { finalStep });
  return {
    ...playbook,
    metadata: { ...playbook.metadata, name: details.name },
    workflow: playbook.workflow.map(step => withDetails(step, details)),
  };
}

function withDetails(step: Step, { tools = {}, conditions = {}, loops = {} }: Details): Step {
  const arcs = step.next.arcs.map((arc): Arc => {
    const condition = arc.target.kind === 'step' ? conditions[`${step.name}>${arc.target.step}`] : undefined;
    return condition === undefined ? arc : { ...arc, fires: { kind: 'when', when: { condition } } };
  });
  const changed = { ...step, tool: withKinds(step.tool, tools[step.name]), next: { ...step.next, arcs } };
  return changed.kind === 'loop' ? { ...changed, loop: { ...changed.loop, ...loops[step.name] } } : changed;
}

function withKinds(tool: Tool, kinds: readonly [string, ...string[]] | undefined): Tool {
  if (tool.kind !== 'single' || kinds === undefined) return tool;
  const [first, ...rest] = kinds.map((kind): Task => ({ ...tool.task, name: kind, kind }));
  return rest.length === 0
    ? { kind: 'single', task: first! }
    : { kind: 'pipeline', tasks: [first!, ...rest] };
}

/** The example of the language: a loop over shops, then a report or an alert. */
export const SYNC_ORDERS = detailed(
  'list_shops one[fetch_orders]; fetch_orders:loop one[report? alert?!]; report; alert; notify',
  {
    name: 'sync_orders',
    finalStep: 'notify',
    tools: {
      list_shops: ['http'],
      fetch_orders: ['http', 'postgres'],
      report: ['python'],
      alert: ['http'],
      notify: ['http'],
    },
    conditions: {
      'fetch_orders>report': "{{ event.name == 'loop.done' }}",
      'fetch_orders>alert': "{{ event.name == 'step.failed' }}",
    },
    loops: { fetch_orders: { iterator: 'shop', mode: { kind: 'parallel', maxInFlight: 8 } } },
  },
);

/** Branches, a polling loop inside a bigger one, a step that repeats itself, failure arcs, `end`. */
export const RELEASE = detailed(
  [
    'start:router all[build lint docs]',
    'build one[build! test]',
    'lint one[gate]',
    'docs one[gate]',
    'test:loop one[gate fix!]',
    'fix one[build]',
    'gate:router one[deploy? rejected]',
    'deploy one[poll]',
    'poll one[wait? verify? rollback]',
    'wait one[poll]',
    'verify one[verify? announce]',
    'rollback one[fix?]',
    'rejected',
    'announce one[end]',
    'end',
    'forgotten one[announce]',
  ].join('; '),
  {
    name: 'release',
    tools: {
      build: ['shell', 'shell', 'http', 'shell'],
      lint: ['shell'],
      docs: ['shell'],
      test: ['python'],
      fix: ['approval'],
      deploy: ['http'],
      poll: ['http'],
      wait: ['wait'],
      verify: ['assert'],
      rollback: ['http'],
      rejected: ['http'],
      announce: ['http'],
    },
    conditions: {
      'gate>deploy': '{{ test.passed and lint.ok }}',
      'poll>wait': "{{ output.data.state == 'pending' }}",
      'poll>verify': "{{ output.data.state == 'live' }}",
      'verify>verify': '{{ ctx.checks < 3 }}',
      'rollback>fix': '{{ ctx.attempts < 2 }}',
    },
    loops: { test: { iterator: 'suite', mode: { kind: 'parallel', maxInFlight: undefined } } },
  },
);
