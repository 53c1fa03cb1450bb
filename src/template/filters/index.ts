import type { Registry } from '../builtin.ts';

export const FILTERS: Registry = new Map();
