import { QueryRefused } from '../../../ports/query-store.ts';
import { ONLY_READING } from './query-process.ts';

/** What a query may be. Rows come of all of them. */
export interface QueryStatement {
  /** `select` can stand in the FROM of another query. */
  readonly kind: 'select' | 'explain' | 'pragma';
  /** Without the semicolon. */
  readonly sql: string;
}

/** What tells, and sets nothing. */
const PRAGMAS: ReadonlySet<string> = new Set([
  'table_list',
  'table_info',
  'table_xinfo',
  'index_list',
  'index_info',
  'compile_options',
  'encoding',
  'freelist_count',
  'page_count',
  'page_size',
  'schema_version',
]);

/** Bytes, texts, quoted names, comments and semicolons. What does not end goes to the end of the query. */
const TOKENS =
  /\bx'[^']*'|'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;/gi;

/** A program that holds bytes is shown with them, whether or not they are a text: the driver would die of it. */
function rewrite(token: string): string {
  if (token.startsWith('--') || token.startsWith('/*')) return ' ';
  if (token === ';') return '\0';
  return /^x'/i.test(token) ? `unhex(${token.slice(1)})` : token;
}

/** Reads the one statement of a query, without its comments. */
export function readStatement(written: string): QueryStatement {
  if (written.includes('\0')) throw new QueryRefused('wrong', 'the query has a NUL character in it');
  const bare = written.replace(TOKENS, rewrite);
  const statements = bare.split('\0').filter(each => each.trim() !== '');
  if (statements.length !== 1) throw new QueryRefused('wrong', notOne(statements.length));
  const sql = (statements[0] ?? '').trim();
  if (/^(?:select|with|values)\b/i.test(sql)) return { kind: 'select', sql };
  // Of statements that read alone: SQLite carries some of the others out while it looks at them.
  if (/^explain\s+(?:query\s+plan\s+)?(?:select|with|values)\b/i.test(sql)) return { kind: 'explain', sql };
  if (/^pragma\b/i.test(sql)) return { kind: 'pragma', sql: checkPragma(sql) };
  throw new QueryRefused('forbidden', ONLY_READING);
}

function checkPragma(sql: string): string {
  const [, name = '', argument] = /^pragma\s+(\w+)\s*(?:\(\s*(\w+)\s*\))?$/i.exec(sql) ?? [];
  const takesOne = /_(?:x?info|list)$/.test(name) && name !== 'table_list';
  if (PRAGMAS.has(name.toLowerCase()) && takesOne === (argument !== undefined)) return sql;
  const known = [...PRAGMAS].map(each => `\`${each}\``).join(', ');
  throw new QueryRefused(
    'forbidden',
    `of the pragmas, only those that tell something can be asked: ${known}`,
  );
}

const notOne = (count: number): string =>
  count === 0
    ? 'the query is empty: write one, such as SELECT * FROM execution'
    : `a query is one statement, these are ${count}: ask them one after the other`;
