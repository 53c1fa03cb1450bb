/** Shorter texts are not looked for inside others: they occur in innocent words. */
export const MIN_LENGTH_INSIDE = 6;

/**
 * The forms a secret travels in: as it is, escaped in JSON, in an address or a form, and in base64, alone or
 * in the middle of something longer such as `user:password`. Of a secret of several lines also each line
 * that is long enough to mean something by itself. Line ends are left out: whoever looks for a form skips
 * them, so that it is found however it is wrapped.
 */
export function secretForms(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).map(line => line.trim());
  const wholes = [secret, secret.trim(), ...(lines.length > 1 ? lines.filter(isLongLine) : [])];
  const forms = wholes.flatMap(text => [...jsonForms(text), ...urlForms(text), ...base64Forms(text)]);
  return [...new Set(forms.map(withoutLineEnds))].filter(form => form.length >= MIN_LENGTH_INSIDE);
}

/** Shorter lines of a document (`},`, `"type": 1`) say nothing by themselves. */
const isLongLine = (line: string): boolean => line.length >= 16;

export const withoutLineEnds = (text: string): string => text.replace(/[\r\n]+/g, '');

/** Escaped as little as JSON asks for, and with all but ASCII escaped, as Python does. */
function jsonForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[\u007f-\uffff]/g, unit => `\\u${hex(unit.charCodeAt(0), 4)}`);
  return [text, json, ascii];
}

/** What writers of addresses leave as it is differs, and so does the case of their digits. */
function urlForms(text: string): string[] {
  const strict = percent(text, /[A-Za-z0-9\-_.~]/);
  const common = percent(text, /[A-Za-z0-9\-_.!~*'()]/);
  const path = percent(text, /[A-Za-z0-9\-_.~/]/);
  const form = percent(text, /[A-Za-z0-9\-_.* ]/).replaceAll(' ', '+');
  const upper = [strict, common, path, form];
  return [...upper, ...upper.map(each => each.replace(/%[0-9A-F]{2}/g, digits => digits.toLowerCase()))];
}

function percent(text: string, kept: RegExp): string {
  return Array.from(text, character => {
    if (kept.test(character)) return character;
    const bytes = [...Buffer.from(character, 'utf8')];
    return bytes.map(byte => `%${hex(byte, 2).toUpperCase()}`).join('');
  }).join('');
}

const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');

/** In each of the three places it can take among groups of three bytes; only digits that it alone decides. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  return [0, 1, 2].flatMap(offset => {
    const digits = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor(((offset + bytes.length) * 8) / 6);
    const own = digits.slice(from, to);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
