import { LIMITS } from './limits.ts';
import { tooDeep, tooLarge, YamlError } from './yaml-error.ts';

/** Lexemes the lexer invents: they have no length in the text. */
const CONTROL: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

/**
 * Watches what the lexer of the YAML library gives to its parser, and stops a text that would take
 * too long or nest too deeply before the library has built anything from it.
 */
export class CostWatch {
  #lexemes = 0;
  #errors = 0;
  #references = 0;
  /** Closing brackets without an opening one. */
  #strays = 0;
  #documents = 0;
  #offset = 0;
  #lineStart = 0;
  /** Where the latest content of the line began: at a colon, the key. */
  #contentStart = 0;
  /** Brackets that are open. */
  #flowDepth = 0;
  /** Indentation of the open lists (odd) and mappings (even), outermost first. */
  readonly #blocks: number[] = [];

  see(lexeme: string): void {
    if (++this.#lexemes > LIMITS.lexemes) throw this.#tooMany(LIMITS.lexemes, 'parts');
    if (CONTROL.has(lexeme)) return;
    this.#seeSign(lexeme);
    if (lexeme !== ':' && lexeme.trim() !== '') this.#contentStart = this.#offset;
    this.#offset += lexeme.length;
    const lineFeed = lexeme.lastIndexOf('\n');
    if (lineFeed !== -1) this.#lineStart = this.#offset - lexeme.length + lineFeed + 1;
  }

  /** Counts what the parser could make no sense of. */
  seeToken(type: string): void {
    if (type === 'error' && ++this.#errors > LIMITS.errors) {
      throw new YamlError('yaml_syntax', this.#offset, 'this is not YAML, and reading stops here');
    }
  }

  #tooMany(limit: number, what: string): YamlError {
    return tooLarge(this.#offset, limit, what);
  }

  #seeSign(lexeme: string): void {
    if (/^[&*!]/.test(lexeme) && ++this.#references > LIMITS.references) {
      throw this.#tooMany(LIMITS.references, 'anchors and aliases');
    }
    switch (lexeme) {
      case '---':
        if (++this.#documents > LIMITS.documents) throw this.#tooMany(LIMITS.documents, 'documents');
        return;
      case '[':
      case '{':
        if (++this.#flowDepth + this.#blocks.length > LIMITS.depth) throw tooDeep(this.#offset);
        return;
      case ']':
      case '}':
        if (this.#flowDepth > 0) this.#flowDepth--;
        // The library explains a few of them better, and takes quadratic time for many.
        else if (++this.#strays > LIMITS.errors) {
          throw new YamlError('yaml_syntax', this.#offset, `\`${lexeme}\` closes nothing`);
        }
        return;
      case '-':
      case '?':
        if (this.#flowDepth === 0) this.#open((this.#offset - this.#lineStart) * 2 + 1);
        return;
      case ':':
        if (this.#flowDepth === 0) this.#open((this.#contentStart - this.#lineStart) * 2);
        return;
    }
  }

  /** A list or mapping with this indentation goes on or begins; those with more have ended. */
  #open(indentation: number): void {
    while (this.#blocks.length > 0 && this.#blocks.at(-1)! > indentation) this.#blocks.pop();
    if (this.#blocks.at(-1) !== indentation) this.#blocks.push(indentation);
    if (this.#blocks.length > LIMITS.depth) throw tooDeep(this.#offset);
  }
}
