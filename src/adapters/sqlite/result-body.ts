import { randomUUID } from 'node:crypto';
import type { ResultRef } from '../../core/result.ts';
import type { Body } from '../../ports/result-store.ts';
import { BodyDigest, PIECE_BYTES, piecesOf } from '../common/stored-body.ts';
import type { Writer } from './group-commit.ts';
import * as sql from './sql/results.ts';

/** Pieces that are removed in one commit: to remove is quick, but not for a gigabyte. */
const PIECES_PER_REMOVAL = 16;

interface Place {
  readonly executionId: string;
  readonly execution: bigint;
  readonly name: string;
}

/**
 * Writes a body as a draft, one piece per commit, and gives the draft its address when it is whole. Turns
 * of other executions are committed between the pieces, or with them.
 */
export async function writeBody(writer: Writer, place: Place, body: Body): Promise<ResultRef> {
  const draft = new Draft(writer);
  await draft.begin(place.execution);
  try {
    const digest = new BodyDigest();
    for await (const piece of piecesOf(body.chunks)) {
      digest.add(piece);
      await draft.add(piece);
    }
    const ref = digest.refOf(place.executionId, place.name);
    if (!(await draft.publish(ref, body.format()))) await draft.remove();
    return ref;
  } catch (error) {
    await draft.tryRemove();
    throw error;
  }
}

class Draft {
  readonly #writer: Writer;
  readonly #address = `draft:${randomUUID()}`;
  #pieces = 0;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  async begin(execution: bigint): Promise<void> {
    await this.#writer.submit(run => run(sql.INSERT_DRAFT, this.#address, execution), 0);
  }

  async add(piece: Uint8Array): Promise<void> {
    const n = this.#pieces++;
    await this.#writer.submit(run => run(sql.INSERT_CHUNK, this.#address, n, piece), piece.length);
  }

  /** False if the same body is there already; then it is kept as long as its execution. */
  async publish({ uri, sha256, bytes }: ResultRef, format: string): Promise<boolean> {
    return this.#writer.submit(run => {
      if (run(sql.PUBLISH_DRAFT, this.#address, uri, sha256, bytes, format) === 1) return true;
      run(sql.PROLONG_RESULT, uri, null);
      return false;
    }, 0);
  }

  /** From its end on, so that a commit has only a part of it to remove. */
  async remove(): Promise<void> {
    for (let from = this.#pieces; from > 0; ) {
      from = Math.max(0, from - PIECES_PER_REMOVAL);
      const first = from;
      await this.#writer.submit(run => run(sql.REMOVE_CHUNKS, this.#address, first), PIECE_BYTES);
    }
    await this.#writer.submit(run => run(sql.REMOVE_DRAFT, this.#address), 0);
  }

  async tryRemove(): Promise<void> {
    try {
      await this.remove();
    } catch {
      // The store is closed, or the disk is full: as after a crash, it is removed with its execution.
    }
  }
}
