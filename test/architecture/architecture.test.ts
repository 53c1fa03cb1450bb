import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { judge } from './rule.ts';
import { RULES } from './rules/index.ts';
import { scanSource } from './scan-source.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

// Tests beside the source may reach for test support, the clock and the disk: the rules are about what ships.
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map(path => scanSource(`src/${path}`, readFileSync(`${src}${path}`, 'utf8')));

describe('the source code', () => {
  it('was found', () => {
    expect(files.map(({ path }) => path)).toContain('src/cli/main.ts');
  });

  it.each(RULES.map(rule => [rule.title, rule] as const))('%s', (_title, rule) => {
    expect(judge(rule, files)).toBe('');
  });
});
