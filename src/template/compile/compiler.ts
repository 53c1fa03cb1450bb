import type { Runtime, Vocabulary } from '../runtime.ts';
import type { Value } from '../value/value.ts';

/** A compiled expression: a closure over its compiled parts. Nothing is generated as source text. */
export type Evaluate = (runtime: Runtime) => Value;

/** A compiled statement: appends to the output. */
export type Emit = (runtime: Runtime, output: Output) => void;

/** What compiling needs to know beside the tree. */
export interface Compiler {
  readonly source: string;
  readonly vocabulary: Vocabulary;
  /** Names that the template binds somewhere; all others can be read from the context at once. */
  readonly locals: ReadonlySet<string>;
}

/** The text a template produces, paid for as it grows. */
export class Output {
  #text = '';

  add(text: string, runtime: Runtime): void {
    runtime.produce(text.length);
    this.#text += text;
  }

  get text(): string {
    return this.#text;
  }
}

/** The text that `emit` produces by itself. */
export function captured(emit: Emit, runtime: Runtime): string {
  const output = new Output();
  emit(runtime, output);
  return output.text;
}
