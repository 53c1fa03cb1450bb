import { JsonScanner, type JsonShape } from '../common/json-scanner.ts';
import { type BodyPreview, bodyReference } from '../core/stored-body.ts';
import type { BodyFormat } from '../ports/result-store.ts';
import type { KeptBody, LargeBody } from '../ports/tool.ts';
import type { CommandRun } from './command-run.ts';
import { resultName } from './keep-result.ts';
import { TextRedactor } from './redact/text-redactor.ts';

/** Characters of a text that are known without loading it. */
const PREVIEW_LENGTH = 200;

/**
 * Stores a body as it arrives: secrets are masked, JSON is checked and counted on the way, and no more of it
 * is held than a piece. D3 holds for texts; bytes that are no text are kept as they are.
 */
export async function keepBody(run: CommandRun, task: string, body: LargeBody): Promise<KeptBody> {
  const passage = new Passage(run, body);
  const { executionId } = run.command;
  const ref = await run.services.results.write(executionId, `${resultName(run)}.body`, {
    chunks: passage.bytes(),
    format: () => passage.format,
  });
  if (passage.hasMasked)
    run.print('log', `warning: the body of task '${task}' held a secret, which was replaced by ***`);
  return { reference: bodyReference(ref, passage.preview), format: passage.format };
}

/** What goes by on its way to the store, and what it turns out to be. */
class Passage {
  readonly #body: LargeBody;
  readonly #redactor: TextRedactor;
  readonly #scanner = new JsonScanner();
  #begins = '';
  #shape: JsonShape | undefined;

  constructor({ redactor }: CommandRun, body: LargeBody) {
    this.#body = body;
    this.#redactor = new TextRedactor(redactor, () => !this.#scanner.isBroken);
  }

  get hasMasked(): boolean {
    return this.#redactor.hasMasked;
  }

  get format(): BodyFormat {
    const format = this.#body.format();
    return format === 'json' && !this.#shape ? 'text' : format;
  }

  get preview(): BodyPreview {
    if (this.format === 'binary') return { type: 'binary' };
    const text = this.#begins;
    const shape = this.format === 'json' ? this.#shape : undefined;
    if (shape?.kind === 'list') return { type: 'array', length: shape.length, text };
    return { type: shape?.kind === 'mapping' ? 'object' : 'text', text };
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#body.chunks) {
      if (typeof chunk === 'string') yield this.#passed(this.#redactor.push(chunk));
      else {
        yield this.#passed(this.#redactor.end());
        yield chunk;
      }
    }
    yield this.#passed(this.#redactor.end());
    this.#shape = this.#scanner.end();
  }

  #passed(text: string): Uint8Array {
    this.#scanner.push(text);
    if (this.#begins.length < PREVIEW_LENGTH)
      this.#begins += text.slice(0, PREVIEW_LENGTH - this.#begins.length);
    return Buffer.from(text);
  }
}
