#!/usr/bin/python3
"""Makes random templates with contexts, to be answered by answer.py.

    generate.py COUNT SEED | answer.py > fresh.json

The same count and seed give the same templates.
"""
import json
import random
import sys

CONTEXT = {
    "n": 7, "zero": 0, "neg": -3, "pi": 3.14159, "half": 2.5, "t": True, "f": False, "nothing": None,
    "s": "Hello World", "empty": "", "digits": "42", "csv": "a,b,c", "padded": "  x  ", "uni": "héllo ✓ 😀",
    "lst": [3, 1, 2], "strs": ["b", "a", "C"], "mixed": [1, "a", None, True, 2.5], "none_list": [],
    "nested": [[1, 2], [3]], "d": {"a": 1, "b": 2}, "empty_d": {}, "deep": {"x": {"y": [10, {"z": "w"}]}},
    "users": [
        {"name": "Ann", "age": 25, "active": True, "dept": "eng", "tags": ["x"]},
        {"name": "bob", "age": 31, "active": False, "dept": "ops", "tags": []},
        {"name": "Cid", "age": 25, "active": True, "dept": "eng", "tags": ["x", "y"]},
    ],
}
ATOMS = (
    list(CONTEXT) + ["missing", "missing.x", "d.a", "d.zz", "deep.x.y[0]", "deep.x.y[1].z", "users[0].name", "users[-1].age"]
    + ["1", "0", "-2", "2.5", "1.0", "10", "'a'", "'Hello'", "''", "'12'", "true", "false", "none", "[]", "{}", "[1, 2, 3]"]
    + ["['b', 'a']", "{'k': 1}", "(1, 2)", "range(4)"]
)
PLAIN_FILTERS = (
    "abs capitalize count default first float int items join last length list lower max min reverse "
    "round sort string sum title trim unique upper wordcount dictsort urlencode"
).split()
FILTERS = PLAIN_FILTERS + [
    "default('x')", "default(0, true)", "join(', ')", "join('-', attribute='name')", "int(5)", "float(1.5)",
    "map('upper')|list", "map('int')|list", "map(attribute='name')|list", "map(attribute='zz', default=0)|list",
    "select('number')|list", "select|list", "reject('none')|list", "selectattr('active')|list",
    "selectattr('age', 'gt', 26)|list", "rejectattr('active')|map(attribute='name')|list", "sum(attribute='age')",
    "sort(reverse=true)", "sort(attribute='name')", "sort(attribute='dept,age')", "batch(2)|list", "slice(2)|list",
    "batch(2, 0)|list", "groupby('dept')|list|length", "round(1)", "round(0, 'floor')", "round(1, 'ceil')",
    "replace('l', 'L')", "replace('a', 'b', 1)", "truncate(5)", "truncate(5, true, '')", "indent(2)", "center(9)",
    "min(attribute='age')", "unique(attribute='dept')|list", "trim('lo')", "dictsort(by='value')", "format(1)",
    "wordwrap(4)", "list|length", "first|default('-')", "string|length", "striptags", "filesizeformat",
]
TESTS = (
    "defined undefined none string number integer float boolean true false mapping sequence iterable odd even "
    "lower upper callable"
).split() + ["divisibleby(2)", "eq(1)", "ne('a')", "gt(2)", "le(3)", "in([1, 'a'])", "sameas(none)", "divisibleby 3"]
METHODS = [
    "upper()", "lower()", "split()", "split(',')", "strip()", "startswith('H')", "endswith('d')", "replace('o', '0')",
    "find('o')", "count('l')", "title()", "isdigit()", "get('a')", "get('zz', 5)", "keys()|list", "values()|list",
    "items()|list", "index(1)", "zfill(4)", "join(['x', 'y'])", "format(1, 2)", "partition(',')", "splitlines()",
    "isalpha()", "swapcase()", "center(8, '*')", "rjust(4)", "removeprefix('He')", "copy()", "count(1)",
]
OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "~", "==", "!=", "<", "<=", ">", ">=", "and", "or", "in", "not in"]


def expression(rng, depth):
    if depth <= 0 or rng.random() < 0.15:
        return rng.choice(ATOMS)
    inner = lambda: expression(rng, depth - 1)
    shapes = [
        lambda: f"{inner()} {rng.choice(OPERATORS)} {inner()}",
        lambda: f"({inner()}) {rng.choice(OPERATORS)} ({inner()})",
        lambda: f"{wrap(inner())}|{rng.choice(FILTERS)}",
        lambda: f"{wrap(inner())}|{rng.choice(FILTERS)}|{rng.choice(FILTERS)}",
        lambda: f"{wrap(inner())} is {rng.choice(['', 'not '])}{rng.choice(TESTS)}",
        lambda: f"{wrap(inner())}.{rng.choice(METHODS)}",
        lambda: f"{wrap(inner())}[{rng.choice(['0', '-1', '1:', ':2', '::-1', '1:3', chr(39) + 'a' + chr(39)])}]",
        lambda: f"{inner()} if {inner()} else {inner()}",
        lambda: f"not {wrap(inner())}",
        lambda: f"-{wrap(inner())}",
        lambda: f"[{inner()}, {inner()}]",
        lambda: f"{{'k': {inner()}, 'l': {inner()}}}",
        lambda: f"({inner()}, {inner()})",
    ]
    return rng.choice(shapes)()


def wrap(text):
    return text if text.replace("_", "a").isalnum() else f"({text})"


def statement(rng):
    e = lambda: expression(rng, 1)
    shapes = [
        lambda: f"a {{{{ {e()} }}}} b {{{{ {e()} }}}}",
        lambda: f"{{% if {e()} %}}yes{{% elif {e()} %}}maybe{{% else %}}no{{% endif %}}",
        lambda: f"{{% for x in {rng.choice(['lst', 'strs', 'users', 'd', 's', 'missing', 'range(3)'])} %}}"
        f"{{{{ loop.index }}}}{{{{ x }}}}{rng.choice(['', '{% if not loop.last %},{% endif %}'])}{{% else %}}none{{% endfor %}}",
        lambda: f"{{% set v = {e()} %}}[{{{{ v }}}}]",
        lambda: f"{{% set v %}}{{{{ {e()} }}}}{{% endset %}}{{{{ v|length }}}}",
        lambda: f"{{% macro m(a, b={e()}) %}}<{{{{ a }}}}|{{{{ b }}}}>{{% endmacro %}}{{{{ m({e()}) }}}}{{{{ m(1, b=2) }}}}",
        lambda: f"{{% filter {rng.choice(['upper', 'trim', 'title', 'lower'])} %}} x {{{{ {e()} }}}} {{% endfilter %}}",
        lambda: f"{{% with v = {e()} %}}{{{{ v }}}}{{% endwith %}}",
        lambda: f" {{{{- {e()} -}}}} .\n",
        lambda: f"{{# note #}}{{% raw %}}{{{{ x }}}}{{% endraw %}}{{{{ {e()} }}}}",
    ]
    return rng.choice(shapes)()


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    cases = []
    for i in range(count):
        template = statement(rng) if rng.random() < 0.2 else f"{{{{ {expression(rng, rng.randint(1, 3))} }}}}"
        cases.append({"id": f"s{seed}-{i}", "template": template, "context": CONTEXT})
    json.dump(cases, sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    main()
