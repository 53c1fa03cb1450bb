/** What code left behind when it reached its end; made by the wrapped function. */
export interface Ending {
  readonly result: unknown;
  readonly main: unknown;
}

/** What `finish` reads of a call. */
export interface CallNames {
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
  readonly resultIsOwn: boolean;
}

/** The object that wrapped code talks to. */
export interface Hooks {
  exported: unknown;
  end(result: unknown, main: unknown): void;
  ending: Ending | undefined;
}

/**
 * The value of a call: what the code returned, else what it assigned to `result`, else what the function
 * it exported or called `main` answers. Runs in workers and in the sandbox, as text.
 */
export async function finish(
  run: (hooks: Hooks) => unknown,
  { input, context, resultIsOwn }: CallNames,
): Promise<unknown> {
  const hooks: Hooks = {
    exported: undefined,
    ending: undefined,
    end(result, main) {
      hooks.ending = { result, main };
    },
  };

  /** By name if a parameter is called like an input, else the input and the context. */
  function argumentsOf(main: (...args: unknown[]) => unknown): unknown[] {
    const text = /^(?:async\b)?\s*(?:function\b)?\s*\*?\s*[\w$]*\s*\(([^(){}[\]]*)\)/.exec(String(main))?.[1];
    const names = (text ?? '')
      .split(',')
      .map(part => (part.split('=')[0] ?? '').trim())
      .filter(name => name !== '');
    if (!names.some(name => Object.hasOwn(input, name))) return [input, context];
    const own: Record<string, unknown> = { input, args: input, input_data: input, context };
    return names.map(name => (Object.hasOwn(input, name) ? input[name] : (own[name] ?? context[name])));
  }

  const returned = await run(hooks);
  if (hooks.ending === undefined) return returned;
  const { result, main } = hooks.ending;
  if (resultIsOwn && result !== undefined && result !== null) return await result;
  const answer = hooks.exported ?? main;
  return typeof answer === 'function' ? await answer(...argumentsOf(answer as never)) : await answer;
}
