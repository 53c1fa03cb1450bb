import type { Environment } from '../../template/index.ts';
import type { Condition } from '../model.ts';

/** What conditions read, by compiled path; a condition that does not compile reads nothing. */
export class ConditionReads {
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  paths(condition: Condition): readonly string[] {
    try {
      return this.#environment.compileCondition(condition.condition).paths;
    } catch {
      // The check of templates reports it, with its place.
      return [];
    }
  }

  /** Whether the condition can tell success from failure (decision R3). */
  observesFailure(condition: Condition): boolean {
    return this.paths(condition).some(path => {
      const [root, field] = path.split('.');
      if (root === 'event' || root === 'error') return true;
      return root === 'output' && ['status', 'ok', 'success', 'error'].includes(field ?? '');
    });
  }
}
