/**
 * The one shape of a playbook that the program knows. The loader turns every accepted spelling into it,
 * checks it, freezes it and hashes it; nobody else meets a legacy spelling.
 *
 * Words are those of the canonical language, in camel case. Durations are milliseconds. Defaults are
 * filled in, so a reader never repeats them; a field that may be absent is absent because the absence
 * means something, which its comment says.
 *
 * Where a node stood in the YAML text is kept beside the model (`Positions`), because the content hash
 * must not depend on layout.
 */
export type * from './model/loop.ts';
export type * from './model/playbook.ts';
export type * from './model/routing.ts';
export type * from './model/step.ts';
export type * from './model/task.ts';
export type * from './model/tests.ts';
export type * from './model/values.ts';
