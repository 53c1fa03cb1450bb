import type { RouteId } from '../../../src/api/routes/index.ts';
import type { TestServer } from '../../support/test-server.ts';

/** A minimal request that its route answers with success. */
export interface ExampleRequest {
  /** Parts of the path by name; `*` for the rest of it. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Prepares what the request speaks of (a playbook, an execution) and gives the request. */
export type Example = (server: TestServer) => Promise<ExampleRequest> | ExampleRequest;

/** Every route of a chapter: one that is left out is an error of the compiler. */
export type ChapterExamples<Chapter extends string> = {
  readonly [Id in RouteId as Id extends `${Chapter}.${string}` ? Id : never]: Example;
};

/** What `TestEngine.run` takes: `echo` is a tool of its own. */
export const WORKFLOW = `workload: { name: world }
workflow:
  - { step: start, tool: { kind: echo, input: { hello: "{{ workload.name }}" } } }
`;

/** As a file, to be registered. */
export const PLAYBOOK = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: example, path: examples/example }
${WORKFLOW}`;
