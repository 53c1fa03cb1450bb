/** About how many bytes a value takes as JSON, without writing it: texts count in full, the rest by guess. */
export function roughSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 6;
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += roughSize(item);
  // Asked of every turn: entries would be made for it to be thrown away.
  else
    for (const key in value)
      size += key.length + 4 + roughSize((value as Readonly<Record<string, unknown>>)[key]);
  return size;
}
