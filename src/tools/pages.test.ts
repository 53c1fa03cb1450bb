import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../test/support/run-tool.ts';
import { load } from '../playbook/load.ts';
import { createToolRegistry } from './registry.ts';

const FOLDER = new URL('../../docs/reference/tools/', import.meta.url);
const pages = readdirSync(FOLDER).map(name => [name, readFileSync(new URL(name, FOLDER), 'utf8')] as const);

const HEADER = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: page }
workload: { since: 2026-01-01, file: a.txt, region: eu, start_at: 2026-02-01, rows: [], currency: EUR, shop: 7 }
keychain:
  - { name: shop, kind: bearer, token: t }
workflow:
`;

const stepsIn = (page: string) =>
  [...page.matchAll(/^```yaml\n(- step:[\s\S]*?)^```$/gm)].map(match => match[1]!);

test.each(pages)('the steps shown in %s load without a complaint', (_name, page) => {
  for (const steps of stepsIn(page)) expect(load(HEADER + steps).problems).toEqual([]);
});

test('every kind has a page, or stands on that of another', () => {
  const described = pages.map(([, page]) => page).join('\n');
  for (const kind of createToolRegistry(SETTINGS).kinds()) {
    // The kinds that run code have their pages beside their programs' conventions.
    if (kind === 'python' || kind === 'javascript') continue;
    expect(described, kind).toMatch(new RegExp(`^# ${kind}$|\`kind: ${kind}\` is`, 'm'));
  }
});
