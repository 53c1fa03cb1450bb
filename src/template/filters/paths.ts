import { defineBuiltins } from '../builtin.ts';
import { textOf } from './input.ts';

/** File paths with `/`, which addresses of buckets and of the web have too. */
export const PATH_FILTERS = defineBuiltins('filter', {
  basename: [
    [],
    (self, _args, runtime) => {
      const text = textOf(self, runtime);
      return text.slice(text.lastIndexOf('/') + 1);
    },
  ],
  dirname: [
    [],
    (self, _args, runtime) => {
      const text = textOf(self, runtime);
      const folder = text.slice(0, text.lastIndexOf('/') + 1);
      let end = folder.length;
      while (end > 0 && folder[end - 1] === '/') end--;
      return end === 0 ? folder : folder.slice(0, end);
    },
  ],
});
