/** Forms on which we differ from Jinja2 by decision (docs/reference/templates.md); random templates with them are not compared. */
export const DECIDED_OTHERWISE: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  { pattern: /\bdefault\b|\bd\(/, why: 'default also replaces none' },
  { pattern: /tojson/, why: 'tojson is compact and does not escape' },
];
