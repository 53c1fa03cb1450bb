// Builds dist/: one bundle per public entry (shared code in chunks, most dependencies outside) and type
// declarations beside them. A bundle keeps the command's cold start short.
// Types are emitted, not checked: `npm run types` checks them, and an install should not take that long.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const entries = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  template: 'src/template/index.ts',
  playbook: 'src/playbook/index.ts',
  core: 'src/core/index.ts',
  client: 'src/client/index.ts',
};
const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
// Small packages of pure JavaScript that every run loads: resolving and reading their many files costs more
// than half of a cold start. They stay dependencies, for types and licences.
const bundled = new Set(['commander', 'yaml', 'js-yaml', '@noble/hashes', 're2js']);
const isDependency = id =>
  Object.keys(dependencies).some(name => !bundled.has(name) && (id === name || id.startsWith(`${name}/`)));

// Built aside and put in place by a rename, so that a failed build keeps the old dist and a command that
// starts meanwhile never sees half of one.
const fresh = mkdtempSync('.build-');
try {
  await bundleInto(fresh);
  declareInto(join(fresh, 'types'));
  // `noetl help F5` reads it: the package has no sources.
  copyFileSync('src/core/rules.md', join(fresh, 'rules.md'));
  const old = `${fresh}-old`;
  if (existsSync('dist')) renameSync('dist', old);
  renameSync(fresh, 'dist');
  rmSync(old, { recursive: true, force: true });
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

async function bundleInto(dir) {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
    platform: 'node',
    external: id => id.startsWith('node:') || isDependency(id),
  });
  await bundle.write({
    dir,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name]-[hash].js',
  });
  await bundle.close();
  chmodSync(dir, 0o755);
  chmodSync(join(dir, 'cli.js'), 0o755);
}

function declareInto(dir) {
  const require = createRequire(import.meta.url);
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', dir], { stdio: 'inherit' });
}
