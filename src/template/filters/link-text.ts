const DOMAIN = '[\\p{L}\\p{N}_%-]';

/** `http(s)://` or `www.` and a host, a bare domain with a well-known ending, or an IP address. */
const HOST = new RegExp(
  `^(?:(?:https?://|www\\.)(?:${DOMAIN}+\\.)*(?:[a-z]{2,63}|xn--[\\p{L}\\p{N}_%]{2,59})` +
    `|(?:${DOMAIN}{2,63}\\.)+(?:com|net|int|edu|gov|org|info|mil)` +
    '|https?://(?:\\d{1,3}(?:\\.\\d{1,3}){3}|\\[(?:[\\da-f]{0,4}:){2}(?:[\\da-f]{0,4}:?){1,6}\\]))$',
  'iu',
);
const REST = /^(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** Host names are at most this long, which also bounds the work of the pattern. */
const MAX_HOST = 300;

/** Whether an (escaped) word is a web address. The host ends at the first `/`, `?`, `#` or port. */
export function isWebAddress(word: string): boolean {
  const scheme = /^https?:\/\//i.exec(word)?.[0].length ?? 0;
  const end = word.slice(scheme).search(/[/?#]/);
  const front = end < 0 ? word : word.slice(0, scheme + end);
  if (front.length > MAX_HOST) return false;
  const port = /:\d{1,5}$/.exec(front)?.[0] ?? '';
  const host = front.slice(0, front.length - port.length);
  return HOST.test(host) && REST.test(port + word.slice(front.length));
}

/** Something, `@`, and a domain with a dot. */
export function isMail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || /\s/u.test(text)) return false;
  return (
    /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(text.slice(at + 1)) &&
    /\.[\p{L}\p{N}_]+$/u.test(lastLabel(text, at))
  );
}

const lastLabel = (text: string, at: number): string => text.slice(Math.max(at + 2, text.lastIndexOf('.')));

export interface TrimmedWord {
  readonly before: string;
  readonly address: string;
  readonly after: string;
}

const OPENING = /^(?:[(<]|&lt;)+/;
const CLOSERS = ['&gt;', ')', '>', '.', ',', '\n'] as const;

/** Brackets before and punctuation after an address are not part of it, unless they balance inside. */
export function trimPunctuation(word: string): TrimmedWord {
  const before = OPENING.exec(word)?.[0] ?? '';
  let end = word.length;
  for (let closer = closerAt(word, end); closer && end > before.length; closer = closerAt(word, end)) {
    end -= closer.length;
  }
  return balance(before, word.slice(before.length, end), word.slice(Math.max(end, before.length)));
}

const closerAt = (word: string, end: number): string | undefined =>
  CLOSERS.find(closer => word.endsWith(closer, end));

const PAIRS = [
  ['(', ')'],
  ['<', '>'],
  ['&lt;', '&gt;'],
] as const;

/** Gives brackets that the address itself opened back to it: `…/Foo_(bar)`. */
function balance(before: string, address: string, after: string): TrimmedWord {
  for (const [open, close] of PAIRS) {
    const opened = count(address, open);
    if (opened <= count(address, close)) continue;
    const moves = Math.min(opened, count(after, close));
    let end = 0;
    for (let i = 0; i < moves; i++) end = after.indexOf(close, end) + close.length;
    address += after.slice(0, end);
    after = after.slice(end);
  }
  return { before, address, after };
}

const count = (text: string, part: string): number => text.split(part).length - 1;
