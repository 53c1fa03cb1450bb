export interface CodesAgainstDocs {
  readonly undocumented: readonly string[];
  readonly unknown: readonly string[];
}

/**
 * Compares a catalogue of codes with the page that explains them. A heading set wholly in code font
 * (`### \`unknown_filter\``) is the explanation of a code; every other heading is the page's own business.
 */
export function codesMatchDocs(codes: Iterable<string>, markdown: string): CodesAgainstDocs {
  const documented = new Set(codeHeadings(markdown));
  const known = new Set(codes);
  return {
    undocumented: [...known].filter(code => !documented.has(code)),
    unknown: [...documented].filter(code => !known.has(code)),
  };
}

function codeHeadings(markdown: string): readonly string[] {
  const outsideFences = markdown.replace(/^(```+|~~~+)[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '');
  return [...outsideFences.matchAll(/^#{2,6}\s+`([^`\n]+)`\s*$/gm)].map(match => match[1] ?? '');
}
