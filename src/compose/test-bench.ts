import { openMemory } from '../adapters/memory/index.ts';
import { writeExactJson } from '../common/exact-json.ts';
import type { PlainMapping } from '../common/plain-value.ts';
import type { CallbackAddresses } from '../ports/callbacks.ts';
import type { ToolRegistry } from '../ports/tool.ts';
import type { Bench, BenchEngine, BenchOptions, MockedResponse } from '../testing/bench.ts';
import { defineTool } from '../tools/define-tool.ts';
import type { HttpRequest, HttpResponse } from '../tools/http/client.ts';
import { createToolRegistry } from '../tools/registry.ts';
import { fileFinder } from './file-finder.ts';
import { assemble } from './local.ts';

export interface TestBenchOptions {
  /** For the programs that tools start; templates of tests see nothing of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Tools that belong to one engine, its stores or its clock; all others are shared by the tests of a folder. */
const OWN_KINDS: ReadonlySet<string> = new Set(
  'playbook wait signal approval artifact result_fetch'.split(' '),
);

export function openTestBench({ env }: TestBenchOptions): Bench {
  const shared = new Map<string, ToolRegistry>();
  const sharedIn = (baseDir: string): ToolRegistry => {
    const tools = shared.get(baseDir) ?? createToolRegistry({ env, baseDir, now: () => Date.now() });
    shared.set(baseDir, tools);
    return tools;
  };
  return {
    open: options => openEngine(options, sharedIn(options.baseDir)),
    answerHttp: async (call, io, response, now) => {
      const [{ readConfig }, { run }] = await Promise.all([
        import('../tools/http/config.ts'),
        import('../tools/http/run.ts'),
      ]);
      // The secrets of a test are made up or missing: what is sent with them is nobody's business.
      const client = { send: async (request: HttpRequest) => received(request, response) };
      return defineTool({ readConfig, run: config => run(config, client, io, () => now) }).run(
        { ...call, auth: undefined },
        io,
      );
    },
    close: async () => {
      await Promise.all([...shared.values()].map(tools => tools.close()));
    },
  };
}

function openEngine(options: BenchOptions, shared: ToolRegistry): BenchEngine {
  const { clock, env, baseDir, wrapTools, onPlaybook, onTrouble } = options;
  const stores = openMemory();
  const finder = {
    async find(path: string, from: string) {
      const found = await fileFinder.find(path, from);
      if (found) onPlaybook(found.source);
      return found;
    },
  };
  const local = assemble(
    {
      stores,
      incarnation: 0,
      lastEventId: undefined,
      clock,
      finder,
      wrapTools: own => wrapTools(sharing(own, shared)),
      callbacks: MOCKED_CALLBACKS,
    },
    { env, baseDir, onTrouble },
  );
  return {
    engine: local.engine,
    events: async id => (await stores.events.read(id)).flatMap(turn => turn.events),
    follow: uri => local.follow(uri),
    printed: async executionId =>
      (await stores.logs.read({ executionId })).map(({ commandId, text }) => ({ commandId, text })),
    close: () => local.close(),
  };
}

/** Nobody calls back in a test: what a task answers there stands for it. */
const MOCKED_CALLBACKS: CallbackAddresses = {
  tokens: { tokenOf: commandId => `token-of-${commandId}`, commandOf: () => undefined },
  baseUrl: () => 'http://127.0.0.1:8082',
  isAwaited: false,
};

/** Programs that are kept warm outlive the test that needed them first. */
const sharing = (own: ToolRegistry, shared: ToolRegistry): ToolRegistry => ({
  find: kind => (OWN_KINDS.has(kind) ? own : shared).find(kind),
  kinds: () => own.kinds(),
  close: () => own.close(),
});

/** A response as it would have come over the network. */
function received({ url }: HttpRequest, { status, headers, body }: MockedResponse): HttpResponse {
  const isText = typeof body === 'string';
  const given = headerLines(headers);
  return {
    status,
    headers: { 'content-type': isText ? 'text/plain' : 'application/json', ...given },
    body: chunksOf(body === null ? '' : isText ? body : writeExactJson(body)),
    announced: 0,
    discard: () => {},
    url,
    redirects: 0,
  };
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text);
}

function headerLines(headers: PlainMapping): Record<string, string | string[]> {
  const lines = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.map(String) : String(value),
  ]);
  return Object.fromEntries(lines);
}
