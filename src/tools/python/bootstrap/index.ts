import { ANSWER } from './answer.ts';
import { CODE } from './code.ts';
import { NAMESPACE } from './namespace.ts';
import { SERVE } from './serve.ts';
import { SURROUNDINGS } from './surroundings.ts';

/**
 * The program a pooled interpreter runs, started with `python3 -c`. Python 3.8 and later, standard library
 * only. It stands in TypeScript modules because a bundle has no files beside it to read; each chapter is
 * one duty, in the order in which Python needs them.
 */
export const BOOTSTRAP: string = [CODE, NAMESPACE, ANSWER, SURROUNDINGS, SERVE].join('\n');
