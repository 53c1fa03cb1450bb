import { parseSync } from 'rolldown/utils';

/** What the rules look at in one file of `src/`. */
export interface SourceFile {
  /** From the root of the repository, with forward slashes: `src/core/fold.ts`. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly mentions: readonly Mention[];
}

export interface Import {
  readonly specifier: string;
  readonly line: number;
}

/** A name used in code: `process`, `Date.now`, or a call without arguments that reads the clock, `new Date()`. */
export interface Mention {
  readonly name: string;
  readonly line: number;
}

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

/** Reads a file with the bundler's own parser, so that comments, strings and types cannot fool the rules. */
export function scanSource(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const mentions: Mention[] = [];
  const lineOf = (node: Node) => text.slice(0, node.start).split('\n').length;
  visit(program as unknown as Node, undefined, '', (node, parent, key) => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) imports.push({ specifier, line: lineOf(node) });
    for (const name of namesOf(node, parent, key)) mentions.push({ name, line: lineOf(node) });
  });
  return { path, lines: text.replace(/\n$/, '').split('\n').length, imports, mentions };
}

type Visitor = (node: Node, parent: Node | undefined, key: string) => void;

function visit(node: Node, parent: Node | undefined, key: string, visitor: Visitor): void {
  visitor(node, parent, key);
  for (const [childKey, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, node, childKey, visitor);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Every way a module can name another one: import, export from, import(), require(), import types. */
function specifierOf(node: Node): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return literal(node.source) ?? (node.type === 'ImportExpression' ? '(computed)' : undefined);
    case 'TSExternalModuleReference':
      return literal(node.expression);
    case 'CallExpression':
      return isIdentifier(node.callee, 'require') ? literal((node.arguments as unknown[])[0]) : undefined;
    default:
      return undefined;
  }
}

function namesOf(node: Node, parent: Node | undefined, key: string): readonly string[] {
  switch (node.type) {
    case 'Identifier':
      return parent && isOnlyLabel(parent, key) ? [] : [String(node.name)];
    case 'MemberExpression':
      return member(node.object, node.computed ? literal(node.property) : identifier(node.property));
    case 'VariableDeclarator':
      return destructured(node.id, node.init);
    case 'NewExpression':
    case 'CallExpression':
      return readsClock(node) ? [node.type === 'NewExpression' ? 'new Date()' : 'Date()'] : [];
    default:
      return [];
  }
}

function readsClock(node: Node): boolean {
  const bare = (node.arguments as unknown[]).length === 0 || node.type === 'CallExpression';
  return bare && isIdentifier(node.callee, 'Date');
}

/** `const { env } = process` reads the same thing as `process.env`. */
function destructured(pattern: unknown, source: unknown): readonly string[] {
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern') return [];
  return (pattern.properties as Node[]).flatMap(property =>
    member(source, property.computed ? literal(property.key) : identifier(property.key)),
  );
}

function member(object: unknown, property: string | undefined): readonly string[] {
  const owner = identifier(object);
  return owner !== undefined && property !== undefined ? [`${owner}.${property}`] : [];
}

const LABELS: ReadonlySet<string> = new Set([
  'ImportSpecifier.imported',
  'ExportSpecifier.exported',
  'LabeledStatement.label',
  'BreakStatement.label',
  'ContinueStatement.label',
  'TSQualifiedName.right',
  'TSImportType.qualifier',
]);

/** The word after a dot, the key of an object, the name in a module's list: they name, they do not read. */
function isOnlyLabel(parent: Node, key: string): boolean {
  if (key === 'property' || key === 'key') return parent.computed !== true;
  return LABELS.has(`${parent.type}.${key}`);
}

function isIdentifier(node: unknown, name: string): boolean {
  return identifier(node) === name;
}

function identifier(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined;
}

function literal(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  const quasis = node.type === 'TemplateLiteral' ? (node.quasis as { value: { cooked: string } }[]) : [];
  return quasis.length === 1 ? quasis[0]?.value.cooked : undefined;
}
