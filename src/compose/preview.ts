import { randomUUID } from 'node:crypto';
import { openMemory } from '../adapters/memory/index.ts';
import { mappingOf, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { withoutEncryptionKeys } from '../config/encryption-keys.ts';
import { decide } from '../core/decide/decide.ts';
import { makeProgram } from '../core/decide/program.ts';
import { EMPTY_STATE } from '../core/fold/draft.ts';
import type { State } from '../core/state.ts';
import type { Playbook, Task } from '../playbook/model.ts';
import type { Clock } from '../ports/clock.ts';
import type { Assignment } from '../ports/dispatcher.ts';
import { TemplateError } from '../template/index.ts';
import { bindInput } from '../worker/bind-input.ts';
import { CommandRun } from '../worker/command-run.ts';
import { tasksOf } from '../worker/keep-result.ts';
import { render, renderConfig } from '../worker/render-task.ts';
import { TaskCache } from '../worker/task-cache.ts';

export interface PreviewRequest {
  readonly playbook: Playbook;
  readonly payload: PlainMapping;
  readonly entry: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** What an execution would do first, without doing it. */
export interface Preview {
  /** After everything that needs no tool has happened: guards, routers. */
  readonly state: State;
  readonly commands: readonly PreviewedCommand[];
}

export interface PreviewedCommand {
  readonly step: string;
  readonly iteration: { readonly index: number; readonly total: number } | undefined;
  /** The first task of the step; those after it depend on what it answers. */
  readonly task: string;
  readonly kind: string;
  readonly rendered: RenderedTask;
}

/** Secrets are masked. A template that cannot be rendered is told as the execution would tell it. */
export type RenderedTask =
  | { readonly ok: true; readonly config: PlainMapping; readonly input: PlainMapping }
  | { readonly ok: false; readonly problem: string };

/** Decides the first turn of an execution and renders what it would hand to tools. Nothing is kept or run. */
export async function previewStart(request: PreviewRequest): Promise<Preview> {
  const { playbook, payload, entry, clock } = request;
  const program = makeProgram(playbook);
  const { path, version } = playbook.metadata;
  let lastId = 0;
  const decision = decide(
    program,
    EMPTY_STATE,
    [
      {
        kind: 'start',
        executionId: '0',
        catalogId: playbook.hash.slice(0, 16),
        path,
        version: version ?? '1',
        payload,
        ...(entry === undefined ? {} : { entry }),
      },
      // As if it had its place among executions with the same concurrency key.
      { kind: 'admit' },
    ],
    { now: clock.now(), allocateId: () => String(++lastId) },
  );
  if (decision.kind === 'needs') throw new Error(`a start cannot need ${decision.uri}`);
  const { state, commands } = decision;
  const previewed: PreviewedCommand[] = [];
  // Of a loop the first iteration tells what the others do.
  for (const command of commands.filter(({ iteration }) => !iteration || iteration.index === 0)) {
    previewed.push(...(await previewCommand({ command, program, state, version: 1 }, request)));
  }
  return { state, commands: previewed };
}

async function previewCommand(
  assignment: Assignment,
  { env, clock }: PreviewRequest,
): Promise<readonly PreviewedCommand[]> {
  const { results, logs, cache } = openMemory();
  const services = {
    tools: { find: async () => undefined, kinds: () => [], close: async () => {} },
    results,
    logs,
    cache: new TaskCache(cache, clock),
    clock,
    loadRef: async () => undefined,
    env: (name: string) => withoutEncryptionKeys(env)[name],
    uuid: randomUUID,
    random: Math.random,
  };
  const run = new CommandRun(assignment, services, new AbortController().signal, () => {});
  const [task] = tasksOf(run.step.tool);
  if (!task) return [];
  const { step, iteration } = assignment.command;
  return [{ step, iteration, task: task.name, kind: task.kind, rendered: await renderFirst(run, task) }];
}

async function renderFirst(run: CommandRun, task: Task): Promise<RenderedTask> {
  try {
    const input = await bindInput(run, task);
    const config = await renderConfig(run.renderer, task);
    const auth: readonly [string, PlainValue][] =
      task.auth === undefined ? [] : [['auth', await nameOfAuth(run, task.auth)]];
    const masked = (value: PlainMapping) => run.redactor.value(value) as PlainMapping;
    return {
      ok: true,
      config: masked(mappingOf([...Object.entries(config), ...auth])),
      input: masked(input),
    };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { ok: false, problem: run.redactor.text(error.message) };
  }
}

/** The name of a credential is no secret; one written in place is, and masking learns it first. */
async function nameOfAuth(run: CommandRun, auth: PlainValue): Promise<PlainValue> {
  const rendered = await render(run.renderer, auth);
  if (typeof rendered !== 'string') run.learn(rendered);
  return rendered;
}
