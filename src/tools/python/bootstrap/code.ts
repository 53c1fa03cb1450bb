/**
 * Compiles the user's code under its own file name and with its own line numbers. Code with a top-level
 * `return` becomes the body of a function whose names are all declared global, so that it means what it
 * would mean at the top level; raising instead of returning would roll back the transaction of a `with`.
 */
export const CODE = `
import builtins, json, os, sys

compiled = {}

def compile_step(source, filename):
    key = (filename, source)
    found = compiled.get(key)
    if found is None:
        if len(compiled) >= 256:
            compiled.clear()
        found = compiled[key] = compile_fresh(source, filename)
    return found

def compile_fresh(source, filename):
    """(module code, function code or None)"""
    try:
        return compile(source, filename, 'exec', dont_inherit=True), None
    except SyntaxError as error:
        if "'return' outside function" not in str(error):
            raise
    import ast
    tree = ast.parse(source, filename)
    names = BoundNames()
    hoisted, body = [], []
    for statement in tree.body:
        (hoisted if must_stand_at_top(statement) else body).append(statement)
    body = [WithoutAnnotations().visit(statement) for statement in body]
    for statement in body:
        names.visit(statement)
    if names.found:
        body.insert(0, ast.Global(names=sorted(names.found), lineno=1, col_offset=0))
    function = ast.parse('def f(): pass').body[0]
    function.name, function.body = '<module>', body
    tree.body = hoisted + [function]
    ast.fix_missing_locations(tree)
    module = compile(tree, filename, 'exec', dont_inherit=True)
    inner = [const for const in module.co_consts if getattr(const, 'co_name', None) == '<module>']
    return module, inner[0]

def must_stand_at_top(statement):
    if type(statement).__name__ != 'ImportFrom':
        return False
    return statement.module == '__future__' or any(alias.name == '*' for alias in statement.names)

def define_visitors():
    import ast

    class BoundNames(ast.NodeVisitor):
        """Names that code binds in the scope it stands in, not in those it opens."""
        def __init__(self):
            self.found = set()
        def visit_Name(self, node):
            if not isinstance(node.ctx, ast.Load):
                self.found.add(node.id)
        def visit_FunctionDef(self, node):
            self.found.add(node.name)
            for part in node.decorator_list + node.args.defaults + node.args.kw_defaults:
                if part is not None:
                    self.visit(part)
        visit_AsyncFunctionDef = visit_FunctionDef
        def visit_ClassDef(self, node):
            self.found.add(node.name)
            for part in node.decorator_list + node.bases + node.keywords:
                self.visit(part)
        def visit_Lambda(self, node):
            pass
        def visit_comprehension(self, node):
            self.visit(node.iter)
            for part in node.ifs:
                self.visit(part)
        def visit_Import(self, node):
            for alias in node.names:
                self.found.add(alias.asname or alias.name.partition('.')[0])
        visit_ImportFrom = visit_Import
        def visit_ExceptHandler(self, node):
            if node.name:
                self.found.add(node.name)
            self.generic_visit(node)
        def visit_MatchAs(self, node):
            if node.name:
                self.found.add(node.name)
            self.generic_visit(node)
        visit_MatchStar = visit_MatchAs
        def visit_MatchMapping(self, node):
            if node.rest:
                self.found.add(node.rest)
            self.generic_visit(node)

    class WithoutAnnotations(ast.NodeTransformer):
        """A global name may not be annotated, so x: int = 1 becomes x = 1."""
        def visit_FunctionDef(self, node):
            return node
        visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = visit_FunctionDef
        def visit_AnnAssign(self, node):
            if not isinstance(node.target, ast.Name):
                return node
            if node.value is None:
                return ast.copy_location(ast.Pass(), node)
            return ast.copy_location(ast.Assign(targets=[node.target], value=node.value), node)
        def visit_Global(self, node):
            return ast.copy_location(ast.Pass(), node)

    return BoundNames, WithoutAnnotations

def BoundNames():
    return define_visitors()[0]()

def WithoutAnnotations():
    return define_visitors()[1]()
`;
