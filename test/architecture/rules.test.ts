import { describe, expect, it } from 'vitest';
import { judge, type Rule } from './rule.ts';
import { adaptersOnlyFromCompose } from './rules/adapters-only-from-compose.ts';
import { environmentOnlyInConfig } from './rules/environment-only-in-config.ts';
import { importDirection } from './rules/import-direction.ts';
import { RULES } from './rules/index.ts';
import { namedForTheirDuty } from './rules/named-for-their-duty.ts';
import { pureCode } from './rules/pure-code.ts';
import { pureImports } from './rules/pure-imports.ts';
import { smallFiles } from './rules/small-files.ts';
import { scanSource } from './scan-source.ts';

const violations = (rule: Rule, path: string, text: string) => rule.violations(scanSource(path, text));

type Case = readonly [what: string, rule: Rule, path: string, text: string];

/** A rule that cannot fail protects nothing: each one refuses a file made to break it. */
const FORBIDDEN: readonly Case[] = [
  [
    'an inner layer that imports an outer one',
    importDirection,
    'src/template/a.ts',
    `import '../core/b.ts';`,
  ],
  [
    'a type that comes from an outer layer',
    importDirection,
    'src/common/a.ts',
    `import type { B } from '../core/b.ts';`,
  ],
  ['the engine reaching for a tool', importDirection, 'src/engine/a.ts', `import '../tools/http/run.ts';`],
  [
    'the client reaching for the engine',
    importDirection,
    'src/client/a.ts',
    `import '../engine/advance.ts';`,
  ],
  ['source that needs the tests', importDirection, 'src/cli/a.ts', `import '../../test/support/a.ts';`],
  ['a folder nobody has given a place', importDirection, 'src/stuff/a.ts', ''],
  [
    'the server with a store of its own',
    adaptersOnlyFromCompose,
    'src/server/a.ts',
    `import '../adapters/sqlite/b.ts';`,
  ],
  ['the disk', pureImports, 'src/core/a.ts', `import { readFileSync } from 'node:fs';`],
  ['the disk without its prefix', pureImports, 'src/core/a.ts', `import fs from 'fs';`],
  ['a process of its own', pureImports, 'src/playbook/a.ts', `await import('node:child_process');`],
  ['a package that is not on the list', pureImports, 'src/template/a.ts', `import 'undici';`],
  ['the clock', pureCode, 'src/core/a.ts', 'export const at = Date.now();'],
  ['the clock by another name', pureCode, 'src/core/a.ts', 'export const at = new Date().getTime();'],
  ['a stopwatch', pureCode, 'src/template/a.ts', 'performance.now();'],
  ['chance', pureCode, 'src/core/a.ts', 'export const n = Math.random();'],
  ['an id from nowhere', pureCode, 'src/core/a.ts', 'export const id = crypto.randomUUID();'],
  ['the process', pureCode, 'src/common/a.ts', 'export const p = process.platform;'],
  ['the process through the global object', pureCode, 'src/common/a.ts', 'globalThis.process.exit();'],
  [
    'the environment outside config',
    environmentOnlyInConfig,
    'src/cli/a.ts',
    'export const home = process.env.HOME;',
  ],
  [
    'the environment taken apart',
    environmentOnlyInConfig,
    'src/cli/a.ts',
    'const { env } = process; f(env);',
  ],
  [
    'the environment by import',
    environmentOnlyInConfig,
    'src/cli/a.ts',
    `import { env } from 'node:process';`,
  ],
  ['a file of 351 lines', smallFiles, 'src/cli/a.ts', '\n'.repeat(351)],
  ['utils.ts', namedForTheirDuty, 'src/common/utils.ts', ''],
  ['helpers.ts', namedForTheirDuty, 'src/cli/helpers.ts', ''],
];

describe('a rule refuses what it forbids', () => {
  it.each(FORBIDDEN)('%s', (_what, rule, path, text) => {
    expect(violations(rule, path, text)).toHaveLength(1);
  });

  it('and no rule goes without such a case', () => {
    expect(new Set(FORBIDDEN.map(([, rule]) => rule))).toEqual(new Set(RULES));
  });
});

describe('a rule accepts what is allowed', () => {
  it.each<[string, Rule, path: string, text: string]>([
    [
      'an outer layer that imports an inner one',
      importDirection,
      'src/core/a.ts',
      `import '../template/b.ts';`,
    ],
    ['a neighbour in the same folder', importDirection, 'src/core/fold/a.ts', `import '../event.ts';`],
    ['the entry of the package', importDirection, 'src/index.ts', `export * from './common/version.ts';`],
    [
      'compose with its adapters',
      adaptersOnlyFromCompose,
      'src/compose/a.ts',
      `import '../adapters/sqlite/b.ts';`,
    ],
    ['the regex engine in templates', pureImports, 'src/template/a.ts', `import { RE2JS } from 're2js';`],
    ['a hash function', pureImports, 'src/template/a.ts', `import '@noble/hashes/sha2.js';`],
    ['the disk in the shell', pureImports, 'src/cli/a.ts', `import 'node:fs';`],
    ['a time that was given', pureCode, 'src/core/a.ts', 'export const d = (ms: number) => new Date(ms);'],
    [
      'a word in a comment',
      pureCode,
      'src/core/a.ts',
      '// never call Date.now() or process.exit()\nexport {};',
    ],
    ['the environment in config', environmentOnlyInConfig, 'src/config/a.ts', 'f(process.env);'],
    ['a file of 350 lines', smallFiles, 'src/cli/a.ts', '\n'.repeat(350)],
  ])('%s', (_what, rule, path, text) => {
    expect(violations(rule, path, text)).toEqual([]);
  });
});

it('a violation is reported with the rule, the reason and the place', () => {
  const report = judge(pureCode, [scanSource('src/core/a.ts', '\nDate.now();')]);
  expect(report).toContain(pureCode.title);
  expect(report).toContain(`Why: ${pureCode.why}`);
  expect(report).toContain('src/core/a.ts:2 uses Date.now');
});
