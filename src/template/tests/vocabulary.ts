import { defineBuiltins } from '../builtin.ts';

/** Whether this environment has a filter or a test of a name. */
export const VOCABULARY_TESTS = defineBuiltins('test', {
  filter: [[], (self, _args, runtime) => typeof self === 'string' && runtime.vocabulary.filters.has(self)],
  test: [[], (self, _args, runtime) => typeof self === 'string' && runtime.vocabulary.tests.has(self)],
});
