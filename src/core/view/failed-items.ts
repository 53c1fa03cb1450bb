import type { PlainMapping } from '../../common/plain-value.ts';
import type { Failure } from '../result.ts';
import { failureView } from './failure-view.ts';

/** `failed_items` of a loop: by index, whoever failed first. */
export const failedItems = (
  errors: readonly { readonly index: number; readonly error: Failure }[],
): readonly { readonly index: number; readonly error: PlainMapping }[] =>
  errors
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, error }) => ({ index, error: failureView(error) }));
