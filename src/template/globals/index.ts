import type { Value } from '../value/value.ts';

export const GLOBALS: ReadonlyMap<string, Value> = new Map();
