import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException } from 'js-yaml';
import { type Entry, MapNode, madeList, type Node, type ScalarNode, type ScalarStyle } from '../node.ts';
import { LIMITS } from './limits.ts';
import { resolvePlain } from './resolve-plain.ts';
import { tooLarge } from './yaml-error.ts';

type Event = ReturnType<typeof parseEvents>[number];
type ScalarEvent = Extract<Event, { readonly valueStart: number }>;

const STYLES: Readonly<Record<number, ScalarStyle>> = {
  [SCALAR_STYLE.PLAIN]: 'plain',
  [SCALAR_STYLE.SINGLE_QUOTED]: 'single',
  [SCALAR_STYLE.DOUBLE_QUOTED]: 'double',
  [SCALAR_STYLE.LITERAL_BLOCK]: 'literal',
  [SCALAR_STYLE.FOLDED_BLOCK]: 'folded',
};

/**
 * Reads an ordinary text several times faster than the library that knows everything. Undefined where
 * anything is out of the ordinary (a mistake, anchors, tags, several documents, keys that are no texts):
 * then the thorough reader looks at it, and says what is wrong if something is.
 */
export function readFast(text: string): Node | undefined {
  try {
    const events = parseEvents(text, { maxDepth: LIMITS.depth });
    if (events.length > LIMITS.values) throw tooLarge(0, LIMITS.values, 'values');
    return new FastReader(text, events).read();
  } catch (error) {
    if (error instanceof YAMLException || error instanceof Extraordinary) return undefined;
    throw error;
  }
}

class Extraordinary extends Error {}

class FastReader {
  readonly #text: string;
  readonly #events: readonly Event[];
  #index = 0;
  /** Where the part read last ends: what follows stands behind it. */
  #end = 0;

  constructor(text: string, events: readonly Event[]) {
    this.#text = text;
    this.#events = events;
  }

  read(): Node {
    if (this.#next().type !== EVENT_ID.DOCUMENT) throw new Extraordinary();
    const node = this.#node(this.#next());
    if (this.#next().type !== EVENT_ID.POP || this.#index < this.#events.length) throw new Extraordinary();
    return node;
  }

  #next(): Event {
    const event = this.#events[this.#index++];
    if (!event) throw new Extraordinary();
    return event;
  }

  #node(event: Event): Node {
    if (!('tagStart' in event) || event.tagStart >= 0 || event.anchorStart >= 0) throw new Extraordinary();
    if ('valueStart' in event) return this.#scalar(event);
    return event.type === EVENT_ID.MAPPING ? this.#mapping(event.start) : this.#list(event.start);
  }

  #list(start: number): Node {
    const items: Node[] = [];
    this.#end = start;
    for (let event = this.#next(); event.type !== EVENT_ID.POP; event = this.#next())
      items.push(this.#node(event));
    return madeList(items, { start, end: this.#close(start, '[', ']') });
  }

  #mapping(start: number): Node {
    // A template without quotes: the thorough reader explains it.
    if (this.#text[start] === '{' && '{%'.includes(this.#text[start + 1] ?? ' ')) throw new Extraordinary();
    const entries = new Map<string, Entry>();
    this.#end = start;
    for (let event = this.#next(); event.type !== EVENT_ID.POP; event = this.#next()) {
      const { key, range } = this.#key(event);
      if (entries.has(key)) throw new Extraordinary();
      entries.set(key, { key, keyRange: range, value: this.#node(this.#next()) });
    }
    return new MapNode([...entries.values()], { start, end: this.#close(start, '{', '}') });
  }

  #key(event: Event): { readonly key: string; readonly range: ScalarNode['range'] } {
    const node = this.#node(event);
    if (node.kind !== 'scalar' || node.range.end === node.range.start) throw new Extraordinary();
    const written = this.#text.slice(node.range.start, node.range.end);
    if (written === '<<') throw new Extraordinary();
    return { key: typeof node.value === 'string' ? node.value : written, range: node.range };
  }

  /** Brackets end behind their closing sign; only blanks, commas and comments stand before it. */
  #close(start: number, open: string, close: string): number {
    if (this.#text[start] === open) this.#end = this.#text.indexOf(close, this.#end) + 1;
    return this.#end;
  }

  #scalar(event: ScalarEvent): ScalarNode {
    const style = STYLES[event.style];
    if (style === undefined || event.valueStart < 0) throw new Extraordinary();
    const text = getScalarValue(this.#text, event);
    const start = this.#startOf(event, style);
    const isQuoted = style === 'single' || style === 'double';
    this.#end = event.valueEnd + (isQuoted ? 1 : 0);
    return {
      kind: 'scalar',
      value: style === 'plain' ? resolvePlain(text) : text,
      style,
      range: { start, end: this.#end },
    };
  }

  /** Quotes, and the header of a block, belong to the scalar. */
  #startOf({ valueStart }: ScalarEvent, style: ScalarStyle): number {
    if (style === 'single' || style === 'double') return valueStart - 1;
    return style === 'plain' ? valueStart : this.#text.indexOf(style === 'literal' ? '|' : '>', this.#end);
  }
}
