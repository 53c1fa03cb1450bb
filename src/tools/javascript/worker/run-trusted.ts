import type { Hooks } from './finish.ts';
import type { Request } from './messages.ts';
import type { Parts } from './serve.ts';

/**
 * Compiles wrapped code with the user's file name and lines, and gives the function that runs it. Runs in
 * workers, as text. `node:vm` is used for its compiler, not to keep the code away from anything.
 */
export function compileTrusted(
  request: Request,
  { require, valuesOf }: Pick<Parts, 'require' | 'valuesOf'>,
): (hooks: Hooks) => Promise<unknown> {
  const { Script, constants } = require('node:vm') as typeof import('node:vm');
  const { createRequire } = require('node:module') as typeof import('node:module');
  const file = `${request.folder}/${request.filename}`;

  function compile(source: string) {
    return new Script(source, {
      filename: file,
      columnOffset: -request.offset,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }).runInThisContext() as (...args: unknown[]) => Promise<unknown>;
  }

  function compileEither() {
    try {
      return compile(request.source);
    } catch (error) {
      if (request.moduleSource === undefined || !(error instanceof SyntaxError)) throw error;
      return compile(request.moduleSource);
    }
  }

  /** `import` from the user's folder. */
  const load = (specifier: string) =>
    compile('specifier => import(specifier)')(specifier) as Promise<Record<string, unknown>>;

  async function importLib(wanted: unknown): Promise<unknown> {
    const { from, import: name } = (typeof wanted === 'string' ? { from: wanted } : wanted) as {
      readonly from: string;
      readonly import?: string;
    };
    const loaded = await load(from);
    if (name === undefined) return loaded.default ?? loaded;
    return loaded[name] ?? (loaded.default as Record<string, unknown> | undefined)?.[name];
  }

  async function importLibs(): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {};
    const missing: string[] = [];
    for (const [alias, wanted] of Object.entries(request.libs)) {
      try {
        found[alias] = await importLib(wanted);
      } catch (error) {
        if (!/MODULE_NOT_FOUND/.test(String((error as { code?: unknown }).code))) throw error;
        missing.push(typeof wanted === 'string' ? wanted : String((wanted as { from: string }).from));
      }
    }
    if (missing.length === 0) return found;
    const text = `libs: there is no module ${missing.join(', ')} for ${request.folder}; install it there`;
    throw Object.assign(new Error(text), { noetlCode: 'MODULE_MISSING' });
  }

  const run = compileEither();
  return async hooks => {
    const libs = await importLibs();
    const wanted = request.names.includes('require') && !Object.hasOwn(request.input, 'require');
    if (wanted) libs.require ??= createRequire(`${request.folder}/step.js`);
    return run(hooks, ...valuesOf(request, libs));
  };
}
