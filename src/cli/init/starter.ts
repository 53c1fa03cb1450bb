/** What `noetl init` writes. The schema stands beside the playbook, so that editors find it without a network. */
export const STARTER_NAME = 'hello.yaml';

/** Executions are recorded there. */
export const IGNORED = '.noetl/';

export const STARTER = `# yaml-language-server: $schema=./noetl.schema.json
apiVersion: noetl.io/v2
kind: Playbook
metadata:
  name: hello
  description: Greet somebody on this machine
workload:
  name: world
workflow:
  - step: ask_system
    desc: A tool with effects; tests do not call it, they mock it
    tool: { kind: shell, cmds: [uname -s] }
    retry: 3
    next:
      arcs:
        - { step: greet }
        - { step: apologise, "on": failure }

  - step: greet
    tool:
      kind: noop
      input: { message: "Hello, {{ workload.name }}, from {{ ask_system.stdout | trim }}!" }

  - step: apologise
    tool: { kind: noop, input: { message: "Hello, {{ workload.name }}, from a nameless machine." } }
tests:
  - name: greets whoever is named
    workload: { name: Ada }
    mock: { ask_system: { stdout: Linux } }
    expect:
      steps: { apologise: not_run }
      result: { message: "Hello, Ada, from Linux!" }

  - name: tries three times before it apologises
    mock:
      ask_system: { error: { message: no such command } }
    expect:
      steps: { ask_system: { status: failed, attempts: 3 }, greet: not_run }
      result: { message: "Hello, world, from a nameless machine." }
`;
