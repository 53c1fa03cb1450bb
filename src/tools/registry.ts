import type { Tool, ToolRegistry } from '../ports/tool.ts';
import type { CreateTool, ToolSettings } from './settings.ts';

interface ToolModule {
  readonly createTool: CreateTool;
}

/** Every tool, imported when a playbook first uses it: what nobody uses costs no start-up time. */
const TOOLS: Readonly<Record<string, () => Promise<ToolModule>>> = {
  approval: () => import('./signal/index.ts'),
  assert: () => import('./assert/index.ts'),
  fail: () => import('./fail/index.ts'),
  http: () => import('./http/index.ts'),
  javascript: () => import('./javascript/index.ts'),
  noop: () => import('./noop/index.ts'),
  python: () => import('./python/index.ts'),
  shell: () => import('./shell/index.ts'),
  signal: () => import('./signal/index.ts'),
  wait: () => import('./wait/index.ts'),
};

/** Other names of kinds: one tool, not a second one with workers of its own. */
const ALIASES: Readonly<Record<string, string>> = { js: 'javascript' };

/** Stands in for a kind without a tool, and says what to use instead. */
const UNSUPPORTED = () => import('./unsupported/index.ts');

/**
 * The tools by kind. `given` are tools made elsewhere, such as those that need the engine; they come
 * before the ones listed here. A kind without a tool gives one that fails with an explanation.
 */
export function createToolRegistry(
  settings: ToolSettings,
  given: Readonly<Record<string, Tool>> = {},
): ToolRegistry {
  const loaded = new Map<string, Promise<Tool>>();
  const load = (name: string, load: () => Promise<ToolModule>): Promise<Tool> => {
    const known = loaded.get(name);
    if (known) return known;
    const tool = load().then(({ createTool }) => createTool(settings));
    loaded.set(name, tool);
    // A failed import is not remembered: the next task tries again.
    tool.catch(() => loaded.delete(name));
    return tool;
  };
  return {
    find(written) {
      const kind = Object.hasOwn(ALIASES, written) ? ALIASES[written]! : written;
      if (Object.hasOwn(given, kind)) return Promise.resolve(given[kind]);
      return Object.hasOwn(TOOLS, kind) ? load(kind, TOOLS[kind]!) : load('', UNSUPPORTED);
    },
    kinds: () => [...new Set([...Object.keys(TOOLS), ...Object.keys(given)])],
    async close() {
      const tools = await Promise.allSettled(loaded.values());
      loaded.clear();
      const open = tools.flatMap(tool => (tool.status === 'fulfilled' ? [tool.value] : []));
      await Promise.all([...open, ...Object.values(given)].map(tool => tool.close?.()));
    },
  };
}
