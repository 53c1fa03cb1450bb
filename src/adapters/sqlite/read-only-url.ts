/** The driver ignores its own `readonly` option; SQLite's URI form is honoured. */
export const readOnlyUrl = (path: string): string =>
  `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?mode=ro`;
