/**
 * The environment as a whole, for the tools that start programs and for `env('NAME')` in templates. The
 * program's own settings are read by `readConfig`.
 */
export const processEnvironment = (): Readonly<Record<string, string | undefined>> => process.env;
