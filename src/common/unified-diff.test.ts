import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

it('is empty for equal texts', () => {
  expect(unifiedDiff('f', 'a\n', 'a\n')).toBe('');
});

it('shows a change with three lines around it', () => {
  const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
  expect(unifiedDiff('f', before, before.replace('5', 'five'))).toBe(
    '--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
  );
});

it('shows changes that are far apart as separate hunks', () => {
  const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`);
  const changed = lines.with(2, 'x').with(25, 'y');
  const diff = unifiedDiff('f', `${lines.join('\n')}\n`, `${changed.join('\n')}\n`);
  expect(diff.match(/^@@ .* @@$/gm)).toEqual(['@@ -1,6 +1,6 @@', '@@ -23,7 +23,7 @@']);
});

it('marks a last line without a break', () => {
  expect(unifiedDiff('f', 'a', 'a\n')).toBe(
    '--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n',
  );
});

it('gives up on the shortest form, but not on a right one, where everything differs', () => {
  const before = Array.from({ length: 5000 }, (_, i) => `a${i}\n`).join('');
  const after = Array.from({ length: 5000 }, (_, i) => `b${i}\n`).join('');
  expect(unifiedDiff('f', before, after).split('\n')).toHaveLength(10_004);
});

it('is understood by git', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noetl-diff-'));
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map(lines => `${lines.join('\n')}\n`);
  try {
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        const file = join(folder, 'f');
        writeFileSync(file, before);
        execFileSync('git', ['apply', '--unidiff-zero', '-p0', '-'], {
          cwd: folder,
          input: unifiedDiff('f', before, after),
        });
        expect(readFileSync(file, 'utf8')).toBe(after);
      }),
      { numRuns: 60 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
