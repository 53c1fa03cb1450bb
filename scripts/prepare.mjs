// `npm install` in a clone builds dist/. With `--omit=dev` the tools to build are absent on purpose:
// whoever installs that way brings a built dist/ along, and an install must not fail over it.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const missing = ['rolldown', 'typescript'].filter(name => !canResolve(`${name}/package.json`));

if (missing.length === 0) await import('./build.mjs');
else
  console.log(
    `noetl: dist/ is not built, these tools are not installed (--omit=dev?): ${missing.join(', ')}`,
  );

function canResolve(id) {
  try {
    require.resolve(id);
    return true;
  } catch {
    return false;
  }
}
