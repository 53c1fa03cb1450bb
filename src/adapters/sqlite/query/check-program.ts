import { QueryRefused } from '../../../ports/query-store.ts';
import { ONLY_READING } from './query-process.ts';
import { COMPUTING_FUNCTIONS, READABLE_MODULES, READABLE_TABLES, SECRET_TABLES } from './readable.ts';
import type { Cell } from './serve.ts';

/** What SQLite says about a database and itself, as far as it decides what a query may do. */
export interface Surroundings {
  /** `[root page, table]` of every table and index. */
  readonly roots: readonly (readonly Cell[])[];
  /** `[name]` of every module of virtual tables. */
  readonly modules: readonly (readonly Cell[])[];
  /** `[name, flags]` of every function. */
  readonly functions: readonly (readonly Cell[])[];
}

export const ROOTS = 'SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage > 0';
export const MODULES = 'SELECT name FROM pragma_module_list';
export const FUNCTIONS = 'SELECT name, max(flags) FROM pragma_function_list GROUP BY name';

/** SQLite's own mark for functions that have no effects and tell no secrets. */
const INNOCUOUS = 0x200000n;
/** The root page stands in a register: nobody can tell which table it is. */
const P2_IS_REGISTER = 0x10n;
const SCHEMA_ROOT = 1n;

/**
 * Looks at the program that SQLite makes of a query, before it runs: which tables it opens, whatever they are
 * called and through whichever view, and which functions it calls.
 */
export function checkProgram(program: readonly (readonly Cell[])[], surroundings: Surroundings): void {
  const tables = new Map(surroundings.roots.map(([root, table]) => [root, String(table)]));
  const allowed = allowedFunctions(surroundings);
  for (const [, opcode, , p2, p3, p4, p5] of program) {
    const code = String(opcode);
    if (code === 'Transaction' && p2 !== 0n) throw new QueryRefused('forbidden', ONLY_READING);
    if (/^(?:OpenRead|OpenWrite|ReopenIdx)$/.test(code)) {
      const isKnown = p3 === 0n && (BigInt(p5 as bigint) & P2_IS_REGISTER) === 0n;
      checkTable(isKnown ? p2 : undefined, tables);
    }
    if (/^(?:Function|PureFunc|Agg\w*)$/.test(code)) checkFunction(String(p4 ?? ''), allowed);
  }
}

function checkTable(root: Cell | undefined, tables: ReadonlyMap<Cell | undefined, string>): void {
  if (root === SCHEMA_ROOT) return;
  const table = tables.get(root);
  if (table !== undefined && READABLE_TABLES.has(table)) return;
  const instead = table === undefined ? undefined : SECRET_TABLES[table];
  throw new QueryRefused(
    'forbidden',
    `the table ${table ?? 'that it reads'} cannot be queried${instead === undefined ? '' : `, because it holds secrets: ${instead}`}`,
  );
}

const allowedFunctions = ({ functions }: Surroundings): ReadonlySet<string> =>
  new Set([
    ...COMPUTING_FUNCTIONS,
    ...functions
      .filter(([, flags]) => (BigInt(flags as bigint) & INNOCUOUS) !== 0n)
      .map(([name]) => String(name)),
  ]);

/** `called` is written as `name(arguments)`. */
function checkFunction(called: string, allowed: ReadonlySet<string>): void {
  const name = called.replace(/\(-?\d+\)$/, '');
  if (name === '' || allowed.has(name)) return;
  throw new QueryRefused('forbidden', `the function ${name} does more than compute: a query cannot call it`);
}

/**
 * Virtual tables have no names in a program. But nothing in SQL makes a name out of parts, so the one of a module
 * stands in the text as it is.
 */
export function checkModules(sql: string, { modules }: Surroundings): void {
  const known = new Set(modules.map(([name]) => String(name).toLowerCase()));
  const words = sql.toLowerCase().match(/[\w$\u0080-\uffff]+/g) ?? [];
  const refused = words.find(
    word => (known.has(word) || word.startsWith('pragma_')) && !READABLE_MODULES.has(word),
  );
  if (refused === undefined) return;
  throw new QueryRefused('forbidden', `the table ${refused} is SQLite's own and cannot be queried`);
}
