import { problemBody } from '../../api/catalog-body.ts';
import { CatalogRefusal } from '../../engine/catalog/check-content.ts';
import { unprocessable } from '../http-error.ts';

/** Answers a refusal with everything that is wrong with the playbook. */
export function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CatalogRefusal)) throw error;
    throw unprocessable(error.message, error.problems.map(problemBody));
  }
}
