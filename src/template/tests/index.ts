import type { Registry } from '../builtin.ts';

export const TESTS: Registry = new Map();
