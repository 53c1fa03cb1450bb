import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BegunFile } from './begun-file.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');

describe('what a process has begun', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-begun-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = (owner: string, bootId = 'boot') => new BegunFile(folder, owner, bootId, NOW);

  it('is known to the next process, and so is what only waited', () => {
    const first = open('local-1');
    first.begin('1:a:2');
    first.begin('1:ü:3:i0');
    const second = open('local-2');
    expect(second.hadBegun('local-1', '1:a:2')).toBe(true);
    expect(second.hadBegun('local-1', '1:ü:3:i0')).toBe(true);
    expect(second.hadBegun('local-1', '1:ü:3:i1')).toBe(false);
  });

  it('gives a place to another command only when what came of the first is recorded', () => {
    const first = open('local-1');
    first.begin('a');
    first.recorded('a');
    first.begin('b');
    first.begin('c');
    const second = open('local-2');
    expect(['a', 'b', 'c'].map(id => second.hadBegun('local-1', id))).toEqual([false, true, true]);
  });

  it('is not known of a process that left no file, or ran before the machine was started', () => {
    open('local-1', 'another boot').begin('a');
    const second = open('local-2');
    expect(second.hadBegun('local-0', 'a')).toBeUndefined();
    expect(second.hadBegun('local-1', 'a')).toBeUndefined();
  });

  it('takes ids that are too long for a place to have begun, rather than not', () => {
    const long = 'x'.repeat(400);
    open('local-1').begin(`${long}1`);
    expect(open('local-2').hadBegun('local-1', `${long}2`)).toBe(true);
  });

  it('leaves no file behind when nothing was under way, and removes those of long ago', () => {
    const first = open('local-1');
    first.begin('a');
    first.recorded('a');
    first.close();
    expect(existsSync(join(folder, 'begun-local-1'))).toBe(false);
    open('local-2').begin('b');
    utimesSync(join(folder, 'begun-local-2'), new Date(0), new Date(0));
    open('local-3');
    expect(readdirSync(folder)).toEqual(['begun-local-3']);
  });
});
