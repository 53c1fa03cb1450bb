import { posix } from 'node:path';
import type { Import, SourceFile } from './scan-source.ts';

/** Decisions without clock, chance or input: from the innermost layer outwards. */
export const PURE_LAYERS = ['common', 'template', 'playbook', 'core', 'ports'] as const;

const EVERYTHING_PURE: readonly string[] = PURE_LAYERS;

/** Each folder of `src/` and the folders it may import. A folder that is not listed may not exist. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  common: [],
  template: ['common'],
  playbook: ['common', 'template'],
  core: ['common', 'template', 'playbook'],
  ports: ['common', 'template', 'playbook', 'core'],
  api: EVERYTHING_PURE,
  control: EVERYTHING_PURE,
  config: ['common'],
  adapters: EVERYTHING_PURE,
  tools: EVERYTHING_PURE,
  engine: EVERYTHING_PURE,
  worker: EVERYTHING_PURE,
  testing: EVERYTHING_PURE,
  server: [...EVERYTHING_PURE, 'api', 'engine'],
  client: ['common', 'api'],
  compose: [
    ...EVERYTHING_PURE,
    'api',
    'config',
    'control',
    'adapters',
    'tools',
    'engine',
    'worker',
    'testing',
    'server',
    'client',
  ],
  cli: [...EVERYTHING_PURE, 'api', 'config', 'client', 'testing', 'compose'],
  // The files that stand in src/ itself: the package's entry.
  '': [...EVERYTHING_PURE, 'api', 'client', 'compose'],
};

/** The first folder below `src/`, or '' for a file in `src/` itself. */
export function layerOf(path: string): string {
  const [, folder = '', file] = path.split('/');
  return file === undefined ? '' : folder;
}

/** The file of ours that an import names, or undefined for packages and Node's own modules. */
export function targetOf(file: SourceFile, { specifier }: Import): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : undefined;
}
