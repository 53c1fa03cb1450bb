import { isMapping, mappingOf, type PlainMapping } from '../common/plain-value.ts';
import { isError, renderProblem } from '../common/problem.ts';
import { sha256Hex } from '../common/sha256.ts';
import { openWork } from '../core/decide/open-work.ts';
import type { ParentLink } from '../core/event.ts';
import { isTerminal } from '../core/fold/fold.ts';
import { load } from '../playbook/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { PlaybookFinder } from '../ports/playbook-finder.ts';
import type { Tool, ToolCall, ToolOutcome } from '../ports/tool.ts';
import type { Engine } from './engine.ts';
import { ORPHANED } from './family.ts';

/** What it takes to call a playbook: the engine, or the way to the one that has the command. */
export type Caller = Pick<Engine, 'state' | 'calledBefore' | 'sourceOf' | 'startChild' | 'adopt' | 'send'>;

/** Playbooks that call playbooks that call playbooks … end here. */
const MAX_DEPTH = 16;

/**
 * `kind: playbook`: starts another playbook and parks until it ends, so it holds no worker meanwhile. The id
 * of the child follows from the command: a start that is repeated after a crash starts nothing twice.
 */
export function makePlaybookTool(
  engine: () => Caller,
  finder: PlaybookFinder,
  clock: Pick<Clock, 'now'>,
): Tool {
  return {
    defaultTimeout: 60_000,
    recordsInput: true,
    async run(call, { signal }): Promise<ToolOutcome> {
      const { config } = call;
      const path = nameOf(config);
      if (typeof path !== 'string') return path;
      const parent = await parentOf(engine(), call);
      if (parent.depth > MAX_DEPTH)
        return fails(`playbooks are nested more than ${MAX_DEPTH} deep; does '${path}' call itself?`);
      const { executionId: caller, step } = call;
      const found =
        (await engine().calledBefore(caller, { step, path })) ??
        (await finder.find(path, await engine().sourceOf(caller)));
      if (!found)
        return fails(`there is no playbook '${path}'${path.includes('@') ? ' in the catalog' : ''}`);
      const { playbook, problems } = load(found.text, { file: found.source });
      if (!playbook) return fails(problems.filter(isError).map(renderProblem).join('\n'));
      const executionId = childId(call);
      const isAsync = config.async === true;
      const payload = payloadOf(call);
      const trace = call.trace === undefined ? {} : { trace: call.trace };
      const request = { playbook, ...found, payload, executionId, ...trace, ...(isAsync ? {} : { parent }) };
      await engine().startChild(request, call.commandId);
      if (!isAsync) {
        engine().adopt(call.commandId, executionId);
        // Cancelled while it was being started: from here on the engine sees to it. If only this delivery was lost, the
        // next one waits for the same child.
        if (signal.aborted && !(await isOpen(engine(), call))) await engine().send(executionId, ORPHANED);
        const deadline = call.timeout === undefined ? undefined : clock.now() + call.timeout;
        return { status: 'parked', waitsFor: { kind: 'child', executionId, path, deadline } };
      }
      const started = mappingOf([
        ['status', 'started'],
        ['execution_id', executionId],
        ['path', path],
        ['async', true],
      ]);
      return { status: 'ok', data: started };
    },
  };
}

const fails = (message: string): ToolOutcome => ({
  status: 'error',
  error: { kind: 'configuration', message, retryable: false },
});

const VERSION = /^[1-9]\d{0,8}$/;

/** With its version, if one is asked for: that is one of the catalog. */
function nameOf({ path, catalog_path: older, version = null }: PlainMapping): string | ToolOutcome {
  const name = path ?? older;
  if (typeof name !== 'string' || name === '') return fails('`path` must name the playbook to run');
  if (version === null || version === '' || version === 'latest') return name;
  if (VERSION.test(String(version))) return `${name}@${version}`;
  return fails('`version` must be the number of a version in the catalog, or `latest`');
}

async function isOpen(engine: Caller, { executionId, commandId }: ToolCall): Promise<boolean> {
  const state = await engine.state(executionId);
  return !isTerminal(state) && openWork(state).some(({ command }) => command.commandId === commandId);
}

/** The first that is not empty: an empty `input` must not hide the payload. */
function payloadOf({ input, config }: ToolCall): PlainMapping {
  if (Object.keys(input).length > 0) return input;
  return isMapping(config.payload) ? config.payload : mappingOf([]);
}

async function parentOf(engine: Caller, call: ToolCall): Promise<ParentLink> {
  const { executionId, commandId, attempt, config } = call;
  const { header } = await engine.state(executionId);
  const step = config.return_step ?? config.result_step;
  const resultStep = typeof step === 'string' ? step : undefined;
  const held = [
    ...(header?.parent?.heldKeys ?? []),
    ...(header?.concurrency ? [header.concurrency.key] : []),
  ];
  const heldKeys = held.length > 0 ? held : undefined;
  const depth = (header?.parent?.depth ?? 0) + 1;
  const iteration = iterationOf(call, header?.parent?.iteration);
  return { executionId, commandId, attempt, resultStep, depth, heldKeys, iteration };
}

/** `iter.parent` of the playbook that is called, which has an `iter.parent` itself if the caller has one. */
function iterationOf({ iteration }: ToolCall, outer: PlainMapping | undefined): PlainMapping | undefined {
  if (!iteration || !outer) return iteration;
  return mappingOf([...Object.entries(iteration), ['parent', outer]]);
}

/** 62 bits of a hash: positive, and the same for the same attempt of the same command. */
function childId({ commandId, attempt }: ToolCall): string {
  return String(BigInt(`0x${sha256Hex(`${commandId}#${attempt}`).slice(0, 16)}`) >> 2n);
}
