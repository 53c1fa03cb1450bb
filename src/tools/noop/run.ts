import type { PlainValue } from '../../common/plain-value.ts';
import { ok } from '../outcome.ts';

export const run = (answer: PlainValue) => ok(answer);
