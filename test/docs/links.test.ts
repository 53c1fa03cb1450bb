import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/run-command.ts';
import { anchors, linkTargets } from './markdown.ts';
import { type Page, readPages } from './pages.ts';

const isExternal = (target: string) => /^[a-z][a-z0-9+.-]*:/i.test(target);

/** Why a link leads nowhere, or undefined if it leads somewhere. */
function brokenBecause(page: Page, target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page.path : normalize(join(dirname(page.path), decodeURIComponent(path)));
  if (file.startsWith('..')) return `${target} leaves the repository`;
  if (!existsSync(join(ROOT, file))) return `${target}: there is no ${file}`;
  if (anchor === undefined || !file.endsWith('.md')) return undefined;
  const known = anchors(readFileSync(join(ROOT, file), 'utf8'));
  return known.has(anchor) ? undefined : `${target}: ${file} has no heading #${anchor}`;
}

function brokenLinks(page: Page): readonly string[] {
  const own = linkTargets(page.text).filter(target => !isExternal(target));
  return own.map(target => brokenBecause(page, target)).filter(reason => reason !== undefined);
}

describe('relative links', () => {
  it.each(readPages().map(page => [page.path, page] as const))('of %s lead somewhere', (_path, page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it('to a missing file, a missing heading or out of the repository are noticed', () => {
    const text = '[a](no.md) [b](README.md#no) [c](../x.md) [d](README.md#status) [e](https://example.com)';
    expect(brokenLinks({ path: 'made-up.md', text })).toEqual([
      'no.md: there is no no.md',
      'README.md#no: README.md has no heading #no',
      '../x.md leaves the repository',
    ]);
  });
});

describe('the index of the guide', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  const guides = readPages().filter(({ path }) => path.startsWith('docs/guide/'));

  it.each(guides.map(({ path }) => path))('leads to %s', path => {
    expect(linkTargets(index)).toContain(path.replace('docs/', ''));
  });
});
