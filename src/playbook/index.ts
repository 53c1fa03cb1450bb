export type { DrawnStatus, DrawOptions, GraphFormat, TextStyle } from './draw/draw-graph.ts';
export { drawGraph, GRAPH_FORMATS } from './draw/draw-graph.ts';
export { buildGraph, stepSet } from './graph.ts';
export type * from './graph-types.ts';
export type { LoadOptions, LoadResult } from './load.ts';
export { load } from './load.ts';
export type * from './model.ts';
export type { Positions, SourceRange } from './positions.ts';
export { PROBLEM_CODES, type ProblemCode } from './problem-codes.ts';
