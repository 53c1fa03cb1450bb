// Builds dist/: one bundle per public entry (shared code in chunks, dependencies stay outside)
// and type declarations beside them. A bundle keeps the command's cold start short.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const entries = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  template: 'src/template/index.ts',
  playbook: 'src/playbook/index.ts',
  core: 'src/core/index.ts',
  client: 'src/client/index.ts',
};
const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const isDependency = id => Object.keys(dependencies).some(name => id === name || id.startsWith(`${name}/`));

rmSync('dist', { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
  platform: 'node',
  external: id => id.startsWith('node:') || isDependency(id),
});
await bundle.write({ dir: 'dist', format: 'esm', sourcemap: true, entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' });
await bundle.close();
chmodSync('dist/cli.js', 0o755);

execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
