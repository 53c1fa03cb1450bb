type Values = Readonly<Record<string, unknown>>;

/** What the variables of the code are made of. */
export interface Sources {
  readonly names: readonly string[];
  readonly input: Values;
  readonly context: Values;
  readonly globals: Values;
}

/** The values of the variables, in the order of their names. Runs in workers and in the sandbox, as text. */
export function valuesOf({ names, input, context, globals }: Sources, libs: Values): unknown[] {
  const whole: Values = { input, args: input, input_data: input, context };
  return names.map(name => {
    const source = [libs, input, globals, whole].find(values => Object.hasOwn(values, name));
    return source?.[name];
  });
}
