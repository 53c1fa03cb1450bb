import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromStoredJson, toStoredJson } from '../../../src/common/stored-json.ts';
import type { Event } from '../../../src/core/event.ts';
import { fold } from '../../../src/core/fold/fold.ts';
import { fromSnapshot, SNAPSHOT_FORM, toSnapshot } from '../../../src/core/snapshot/snapshot.ts';

const file = (name: string) => new URL(name, import.meta.url).pathname;

/** Of an execution with open and settled runs of every kind, a loop under way, waiting arcs and signals. */
const log = fromStoredJson(readFileSync(file('log.json'), 'utf8')) as unknown as readonly Event[];
const PAUSED = 54;

const HELP = `The same log folds to another state than it did in form ${SNAPSHOT_FORM} of snapshots, so snapshots that
users have would be taken for what they are not. Raise SNAPSHOT_FORM in src/core/snapshot/snapshot.ts and run this test
again: it records the new form in a file of its own, to be committed; the file of the old form is to be deleted.`;

/** One field per line, so that a difference shows what has changed. */
const shown = (events: readonly Event[]) =>
  `${JSON.stringify(JSON.parse(toStoredJson(toSnapshot(fold(events)))), null, 2)}\n`;

describe('the recorded form of snapshots', () => {
  it.each([
    ['under-way', log.slice(0, PAUSED)],
    ['ended', log],
  ])('is what this version makes of the same log, %s', async (name, events) => {
    await expect(shown(events), HELP).toMatchFileSnapshot(file(`form-${SNAPSHOT_FORM}-${name}.txt`));
  });

  it('is read back to the state it was made of', () => {
    for (let length = 0; length <= log.length; length++) {
      const state = fold(log.slice(0, length));
      expect(fromSnapshot(fromStoredJson(toStoredJson(toSnapshot(state))))).toEqual({ ...state });
    }
  });

  it('is the only one that is read', () => {
    const snapshot = toSnapshot(fold(log)) as { readonly form: number };
    expect(fromSnapshot({ ...snapshot, form: SNAPSHOT_FORM + 1 })).toBeUndefined();
    expect(fromSnapshot({ ...snapshot, form: SNAPSHOT_FORM - 1 })).toBeUndefined();
    for (const other of [null, [], 'text', {}, { form: SNAPSHOT_FORM }])
      expect(fromSnapshot(other)).toBeUndefined();
  });
});
