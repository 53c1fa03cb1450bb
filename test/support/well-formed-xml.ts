/** An element as far as tests ask for it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const TOKEN = /<\/([A-Za-z][\w-]*)>|<([A-Za-z][\w-]*)((?:\s+[A-Za-z][\w:-]*="[^"<]*")*)\s*(\/?)>|[^<]+/gy;
const ATTRIBUTE = /([A-Za-z][\w:-]*)="([^"]*)"/g;
const STRAY_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i;

/**
 * Reads XML without declarations, comments and sections, and throws where it is not well-formed. Stricter
 * than XML: what it accepts, every parser does.
 */
export function readXml(text: string): readonly XmlElement[] {
  const elements: XmlElement[] = [];
  const open: string[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, closing, opening, attributes = '', empty] = match;
    end += token.length;
    refuseCharacters(token);
    if (closing !== undefined && open.pop() !== closing) throw new Error(`</${closing}> closes nothing`);
    if (opening === undefined) continue;
    elements.push({ name: opening, attributes: readAttributes(attributes) });
    if (empty === '') open.push(opening);
  }
  if (end !== text.length) throw new Error(`not XML: ${text.slice(end, end + 60)}`);
  if (open.length > 0) throw new Error(`<${open.at(-1)}> is not closed`);
  return elements;
}

function readAttributes(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value] as const);
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length)
    throw new Error(`an attribute twice: ${text}`);
  return Object.fromEntries(pairs);
}

function refuseCharacters(text: string): void {
  if (STRAY_AMPERSAND.test(text)) throw new Error(`an ampersand stands alone: ${text}`);
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const isControl = code < 0x20 && code !== 0x09 && code !== 0x0a;
    const isNoCharacter = (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;
    if (isControl || isNoCharacter) throw new Error(`not a character of XML: U+${code.toString(16)}`);
  }
}
