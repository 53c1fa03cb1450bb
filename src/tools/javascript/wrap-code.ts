/** Code made into an expression that is an async function of the names it reads. */
export interface WrappedCode {
  readonly source: string;
  /** The same with `import` and `export` statements rewritten; tried if `source` does not compile. */
  readonly moduleSource: string | undefined;
  /** Characters before the code on its first line. */
  readonly offset: number;
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for function if implements import in instanceof interface let new null package ' +
    'private protected public return static super switch this throw true try typeof undefined var void ' +
    'while with yield'
  ).split(' '),
);

/** Whether a variable can have this name. */
export const canBeNamed = (name: string): boolean => IDENTIFIER.test(name) && !RESERVED.has(name);

/** The parameters that every wrapped function has before the names. */
export const OWN_PARAMETERS = ['__noetl'];

/**
 * The code stands in a block of its own, so that it may declare names that are also inputs, and what
 * follows it in that block sees its own `result` and `main`. Nothing is inserted between its lines.
 */
export function wrapCode(code: string, names: readonly string[]): WrappedCode {
  const declared = names.includes('result') ? '' : 'let result; ';
  const parameters = [...OWN_PARAMETERS, ...names].join(', ');
  const before = `(async (${parameters}) => { "use strict"; ${declared}{ `;
  const after =
    '\n;return __noetl.end(typeof result === "undefined" ? undefined : result, typeof main === "function" ? main : undefined); } })';
  const rewritten = rewriteModule(code);
  return {
    source: before + code + after,
    moduleSource: rewritten === code ? undefined : before + rewritten + after,
    offset: before.length,
  };
}

const ASSIGNED =
  /(?:^|[^.\w$])result\s*(?:=(?![=>])|(?:[-+*/%&|^]|\*\*|<<|>>>?|\?\?|\|\||&&)=|\+\+|--)|(?:\+\+|--)result\b|[{[,]\s*result\s*[}\],][^;]*=/;

/** Whether code gives `result` a value; asked only where an input has that name. */
export const assignsResult = (code: string): boolean => ASSIGNED.test(code);

/** `import` and `export` as statements of a function, line for line. */
function rewriteModule(code: string): string {
  return code
    .replaceAll(/^([ \t]*)export[ \t]+default[ \t]+/gm, '$1__noetl.exported = ')
    .replaceAll(/^([ \t]*)export[ \t]+(?=(?:async|function|const|let|var|class)\b)/gm, '$1')
    .replaceAll(
      /^([ \t]*)import\s+([\w$]+)\s*,\s*(\{[^}]*\})\s*from\s*(["'][^"'\n]+["'])/gm,
      (_, space, name, parts, from) =>
        `${space}const { default: ${name}, ${destructured(parts)} = await import(${from})`,
    )
    .replaceAll(
      /^([ \t]*)import\s+([\w$]+)\s+from\s*(["'][^"'\n]+["'])/gm,
      '$1const { default: $2 } = await import($3)',
    )
    .replaceAll(
      /^([ \t]*)import\s*\*\s*as\s+([\w$]+)\s+from\s*(["'][^"'\n]+["'])/gm,
      '$1const $2 = await import($3)',
    )
    .replaceAll(
      /^([ \t]*)import\s*(\{[^}]*\})\s*from\s*(["'][^"'\n]+["'])/gm,
      (_, space, parts, from) => `${space}const { ${destructured(parts)} = await import(${from})`,
    )
    .replaceAll(/^([ \t]*)import\s*(["'][^"'\n]+["'])/gm, '$1await import($2)');
}

/** `{ a as b, c }` → `a: b, c }` */
const destructured = (parts: string): string => parts.slice(1).replaceAll(/\bas\b/g, ':');
