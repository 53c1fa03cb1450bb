import { Document, isMap, parseDocument } from 'yaml';
import { isMapping, type PlainMapping, type PlainValue } from '../common/plain-value.ts';

/** Where commands work while a context is the current one: here, on its server, or as each command says. */
export const RUNTIMES = ['local', 'distributed', 'auto'] as const;
export type Runtime = (typeof RUNTIMES)[number];

/** A server by name. */
export interface Context {
  readonly name: string;
  readonly serverUrl: string;
  readonly runtime: Runtime;
}

/** The file of contexts, or what was asked of it, is wrong; the message says what to do. */
export class ContextProblem extends Error {
  override readonly name = 'ContextProblem';
}

const NAME = /^[\w.-]{1,100}$/;

/**
 * The servers a person works with: `{current_context, contexts: {name: {server_url, runtime}}}`. Changes give
 * a new one; comments, and fields of other programs, stay where they are.
 */
export class Contexts {
  readonly #document: Document;

  private constructor(document: Document) {
    this.#document = document;
  }

  /** `where` names the text in errors. */
  static read(text: string, where: string): Contexts {
    const document = parseDocument(text);
    const [error] = document.errors;
    if (error) throw new ContextProblem(`${where} is no YAML: ${error.message.split('\n', 1)[0]}`);
    if (document.contents === null) return new Contexts(new Document({}));
    const contexts = new Contexts(document);
    if (!isMap(document.contents) || !isMapping(contexts.#written.contexts ?? {})) {
      throw new ContextProblem(
        `${where} is no file of contexts: write {current_context: NAME, contexts: {NAME: {server_url: URL}}}, or remove it`,
      );
    }
    return contexts;
  }

  get all(): readonly Context[] {
    return Object.entries((this.#written.contexts ?? {}) as PlainMapping).map(readContext);
  }

  get current(): Context | undefined {
    const name = this.#written.current_context;
    return this.all.find(context => context.name === name);
  }

  /** Throws if there is none of this name. */
  find(name: string): Context {
    const found = this.all.find(context => context.name === name);
    if (found) return found;
    const known = this.all.map(context => context.name).join(', ');
    throw new ContextProblem(
      `there is no context '${name}': ${known === '' ? '`noetl context add` makes one' : `there are ${known}`}`,
    );
  }

  /** Adds a context or changes it; the first one becomes the current one. */
  with({ name, serverUrl, runtime }: Context, makeCurrent: boolean): Contexts {
    if (!NAME.test(name)) {
      throw new ContextProblem(
        `'${name}' is no name of a context: letters, digits, '_', '.' and '-', at most 100`,
      );
    }
    const isFirst = this.all.length === 0;
    return this.#changed(document => {
      document.setIn(['contexts', name, 'server_url'], checkServerUrl(serverUrl, '--server-url'));
      document.setIn(['contexts', name, 'runtime'], runtime);
      if (isFirst || makeCurrent) document.set('current_context', name);
    });
  }

  using(name: string): Contexts {
    this.find(name);
    return this.#changed(document => document.set('current_context', name));
  }

  /** Of the current one. */
  withRuntime(runtime: Runtime): Contexts {
    const { current } = this;
    if (!current) {
      throw new ContextProblem(
        'no context is current: `noetl context use NAME` chooses one, `noetl context add` makes one',
      );
    }
    return this.#changed(document => document.setIn(['contexts', current.name, 'runtime'], runtime));
  }

  without(name: string): Contexts {
    this.find(name);
    const wasCurrent = this.#written.current_context === name;
    return this.#changed(document => {
      document.deleteIn(['contexts', name]);
      if (wasCurrent) document.set('current_context', null);
    });
  }

  toString(): string {
    return this.#document.toString();
  }

  get #written(): PlainMapping {
    return (this.#document.toJS() ?? {}) as PlainMapping;
  }

  #changed(change: (document: Document) => void): Contexts {
    const document = this.#document.clone();
    change(document);
    return new Contexts(document);
  }
}

function readContext([name, value]: readonly [string, PlainValue]): Context {
  const { server_url: serverUrl, runtime = 'auto' } = isMapping(value) ? value : ({} as PlainMapping);
  if (typeof serverUrl !== 'string') throw new ContextProblem(`the context '${name}' has no server_url`);
  return { name, serverUrl, runtime: readRuntime(runtime, `runtime of the context '${name}'`) };
}

export function readRuntime(written: PlainValue, where: string): Runtime {
  const runtime = RUNTIMES.find(known => known === written);
  if (runtime) return runtime;
  throw new ContextProblem(`${where} must be one of ${RUNTIMES.join(', ')}, not '${String(written)}'`);
}

/** Without slashes at its end, and without the `/api` with which servers name their API. */
export function checkServerUrl(written: string, where: string): string {
  if (URL.canParse(written) && /^https?:\/\//.test(written)) return written.replace(/(?:\/api)?\/*$/, '');
  const meant = HOST_AND_PORT.test(written) ? `; did you mean http://${written}?` : '';
  throw new ContextProblem(
    `${where} must be an address such as http://127.0.0.1:8082, not '${written}'${meant}`,
  );
}

const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(?:\/|$)/;
