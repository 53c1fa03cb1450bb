import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { BegunWork } from '../../ports/begun-work.ts';

/** Bytes of a place. Longer ids are cut off, and those that begin alike are taken for one another. */
const PLACE = 256;
/** Places that are there from the start. */
const PLACES = 64;
/** Files of processes that died so long ago are not needed any more: nobody can tell then, which is safe. */
const KEPT_DAYS = 30;
const DAY = 86_400_000;

/**
 * One file for each process, with a place for each command under way. A command is written to its place before it
 * runs, and the place is given to another one when what came of the first is recorded. The file is never flushed: what
 * was written is there when the process is gone, and after a crash of the machine the boot id in its first place no
 * longer fits.
 */
export class BegunFile implements BegunWork {
  readonly #folder: string;
  readonly #path: string;
  readonly #bootId: string;
  readonly #file: number;
  readonly #places = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #known = new Map<string, ReadonlySet<string> | undefined>();
  readonly #place = Buffer.alloc(PLACE);
  #last = 0;
  #isOpen = true;

  constructor(folder: string, owner: string, bootId: string, now: number) {
    this.#folder = folder;
    this.#path = join(folder, fileName(owner));
    this.#bootId = bootId;
    removeOld(folder, now - KEPT_DAYS * DAY);
    this.#file = openSync(this.#path, 'w', 0o600);
    // So that there is room for them also when the disk is full.
    writeSync(this.#file, Buffer.alloc(PLACE * PLACES));
    this.#write(0, bootId);
  }

  begin(commandId: string): void {
    const place = this.#free.pop() ?? ++this.#last;
    try {
      this.#write(place, commandId);
    } catch (error) {
      this.#free.push(place);
      throw error;
    }
    this.#places.set(commandId, place);
  }

  recorded(commandId: string): void {
    const place = this.#places.get(commandId);
    if (place === undefined) return;
    this.#places.delete(commandId);
    this.#free.push(place);
  }

  hadBegun(owner: string, commandId: string): boolean | undefined {
    if (!this.#known.has(owner)) this.#known.set(owner, this.#read(owner));
    return this.#known.get(owner)?.has(cut(commandId));
  }

  /** Without anything under way the file has nothing to tell. Closing twice is no error. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#file);
    if (this.#places.size === 0) rmSync(this.#path, { force: true });
  }

  #write(place: number, text: string): void {
    this.#place.fill(0);
    Buffer.from(text).copy(this.#place);
    writeSync(this.#file, this.#place, 0, PLACE, place * PLACE);
  }

  #read(owner: string): ReadonlySet<string> | undefined {
    const bytes = readIfThere(join(this.#folder, fileName(owner)));
    if (!bytes) return undefined;
    const [bootId, ...begun] = Array.from({ length: Math.floor(bytes.length / PLACE) }, (_, place) =>
      textAt(bytes, place),
    );
    return bootId === this.#bootId ? new Set(begun) : undefined;
  }
}

const fileName = (owner: string): string => `begun-${owner}`;

const cut = (commandId: string): string => textAt(Buffer.from(commandId), 0);

const textAt = (bytes: Buffer, place: number): string => {
  const part = bytes.subarray(place * PLACE, (place + 1) * PLACE);
  const end = part.indexOf(0);
  return part.toString('latin1', 0, end === -1 ? part.length : end);
};

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function removeOld(folder: string, before: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.startsWith('begun-') && statSync(path).mtimeMs < before) rmSync(path, { force: true });
  }
}

/** Different after every start of the machine; undefined where the system does not tell. */
function readBootId(): string | undefined {
  return readIfThere('/proc/sys/kernel/random/boot_id')?.toString('latin1').trim();
}

/** Undefined where nobody could trust it: the system does not tell one start of the machine from another. */
export function openBegunFile(folder: string, owner: string, now: number): BegunFile | undefined {
  const bootId = readBootId();
  return bootId === undefined ? undefined : new BegunFile(folder, owner, bootId, now);
}
