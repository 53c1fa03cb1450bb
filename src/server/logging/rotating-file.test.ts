import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RotatingFile } from './rotating-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noetl-log-'));
  path = join(folder, 'server.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1);

describe('a log file', () => {
  it('is put aside when it is full, and no line is lost', () => {
    const file = new RotatingFile(path, { maxBytes: 100, kept: 3 });
    const written = Array.from({ length: 30 }, (_, n) => `line ${String(n).padStart(4, '0')}`);
    for (const line of written) file.write(`${line}\n`);
    file.close();
    const found = ['.2', '.1', ''].flatMap(end => linesOf(`${path}${end}`));
    expect(found).toEqual(written);
    for (const end of ['.2', '.1', '']) expect(statSync(`${path}${end}`).size).toBeLessThanOrEqual(110);
  });

  it('keeps so many older ones', () => {
    const file = new RotatingFile(path, { maxBytes: 10, kept: 2 });
    for (let n = 0; n < 10; n++) file.write(`line ${n} ........\n`);
    file.close();
    expect([existsSync(`${path}.2`), existsSync(`${path}.3`)]).toEqual([true, false]);
    expect(['.2', '.1', ''].flatMap(end => linesOf(`${path}${end}`)[0]?.slice(0, 6))).toEqual([
      'line 7',
      'line 8',
      'line 9',
    ]);
  });

  it('goes on with what is there, and is the same file for others who append to it', () => {
    appendFileSync(path, 'earlier\n');
    const file = new RotatingFile(path, { maxBytes: 20, kept: 1 });
    const before = statSync(path).ino;
    for (let n = 0; n < 3; n++) file.write('0123456789\n');
    appendFileSync(path, 'crashed\n');
    file.close();
    expect(statSync(path).ino).toBe(before);
    expect(linesOf(`${path}.1`)).toEqual(['earlier', '0123456789', '0123456789']);
    expect(linesOf(path)).toEqual(['0123456789', 'crashed']);
  });

  it('grows on where it cannot be put aside', () => {
    mkdirSync(`${path}.1`);
    const file = new RotatingFile(path, { maxBytes: 10, kept: 1 });
    for (let n = 0; n < 5; n++) file.write(`line ${n} ...\n`);
    file.close();
    expect(linesOf(path)).toHaveLength(5);
  });

  it.skipIf(!existsSync('/dev/full'))('counts lines that cannot be written, and throws nothing', () => {
    const file = new RotatingFile('/dev/full');
    file.write('a\n');
    file.write('b\n');
    expect(file.lost).toBe(2);
    file.close();
  });
});
