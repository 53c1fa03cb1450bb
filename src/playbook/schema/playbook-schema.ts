import { executor } from './executor.ts';
import { expressions } from './expressions.ts';
import { type JsonSchema, object, values } from './json-schema.ts';
import { keychain } from './keychain.ts';
import { loop } from './loop.ts';
import { metadata } from './metadata.ts';
import { paginate } from './paginate.ts';
import { stepSpec, taskSpec } from './policy.ts';
import { retry } from './retry.ts';
import { next } from './routing.ts';
import { workflow } from './step.ts';
import { sink, task, tool, workbook } from './task.ts';
import { tests } from './test-case.ts';

/**
 * The canonical form of playbooks as a JSON Schema (2020-12), for editors. It says less than the loader,
 * which also knows names, templates and the graph, and accepts only what `noetl fmt` writes and the
 * documents teach.
 */
export const PLAYBOOK_SCHEMA: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:noetl:playbook',
  title: 'NoETL playbook',
  ...object(
    'A workflow: named steps that run tools and route to the next ones.',
    {
      apiVersion: {
        enum: ['noetl.io/v2', 'noetl.io/v10'],
        description: 'The version of the language.',
        default: 'noetl.io/v2',
      },
      kind: { const: 'Playbook', description: 'The kind of document.' },
      metadata,
      workload: values('Input with its defaults; what a request says overrides it key by key.'),
      keychain,
      executor,
      workbook,
      workflow,
      tests,
    },
    { required: ['apiVersion', 'kind', 'metadata', 'workflow'] },
  ),
  $defs: { ...expressions, loop, tool, task, sink, retry, paginate, taskSpec, stepSpec, next },
};
