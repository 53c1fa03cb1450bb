const COLOURS: Readonly<Record<string, number>> = {
  trace: 90,
  debug: 90,
  info: 36,
  warn: 33,
  error: 31,
  fatal: 31,
};

/** Fields that stand elsewhere in the line, or say nothing to a person. */
const SHOWN = new Set(['time', 'level', 'component', 'msg', 'err', 'arcs']);

/** A line of the log as a person reads it: time, level, component, message, the rest as `name=value`. */
export function readableLine(line: string, hasColour: boolean): string {
  const { time, level, component, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const paint = (code: number, text: string) => (hasColour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const fields = Object.entries(rest)
    .filter(([name]) => !SHOWN.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const parts = [
    paint(90, String(time).slice(11, 23)),
    paint(COLOURS[String(level)] ?? 0, String(level).padEnd(5)),
    String(component ?? 'server').padEnd(11),
    visible(String(msg ?? '')),
    ...(fields.length > 0 ? [paint(90, visible(fields.join(' ')))] : []),
  ];
  return `${parts.join(' ')}\n${stackOf(err)}`;
}

function stackOf(err: unknown): string {
  const stack = (err as { readonly stack?: unknown } | undefined)?.stack;
  return typeof stack === 'string' ? `${stack.replace(/^/gm, '    ')}\n` : '';
}

/** Texts of playbooks may hold control characters, which a terminal would obey. */
const visible = (text: string): string =>
  text.replace(/\p{Cc}/gu, character => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
