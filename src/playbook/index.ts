export type * from './graph-types.ts';
export type { LoadOptions, LoadResult } from './load.ts';
export { load } from './load.ts';
export type * from './model.ts';
export type { Positions, SourceRange } from './positions.ts';
export { PROBLEM_CODES, type ProblemCode } from './problem-codes.ts';
