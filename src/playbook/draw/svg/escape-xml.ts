const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For texts and attributes. Characters that XML does not allow at all are gone before (see `oneLine`). */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character]!);
}
