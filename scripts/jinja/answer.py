#!/usr/bin/python3
"""Answers templates with the real Jinja2, in the form of test/golden/jinja/oracle.json.

    answer.py < cases.json > oracle.json

The input is a JSON list of {"id", "template", "context"}; `generate.py` makes such lists.
Needs Debian's python3-jinja2.
"""
import json
import math
import re
import signal
import sys

import jinja2

LONE_EXPRESSION = re.compile(r"^\{\{(?!-)(.*)(?<!-)\}\}$", re.S)
VOLATILE = re.compile(r" at 0x[0-9a-f]+|<generator|<bound method|<built-in|<function")


def typed(value):
    """A value with its Python type, so that JSON loses nothing."""
    if isinstance(value, jinja2.Undefined):
        return {"type": "undefined"}
    if value is None:
        return {"type": "none"}
    if isinstance(value, bool):
        return {"type": "bool", "value": value}
    if isinstance(value, int):
        return {"type": "int", "value": value if abs(value) < 2**53 else str(value)}
    if isinstance(value, float):
        finite = math.isfinite(value)
        return {"type": "float", "value": value if finite else None, **({} if finite else {"repr": repr(value)})}
    if isinstance(value, str):
        return {"type": "str", "value": str(value)}
    if isinstance(value, (list, tuple)):
        return {"type": "tuple" if isinstance(value, tuple) else "list", "value": [typed(item) for item in value]}
    if isinstance(value, dict):
        return {"type": "dict", "value": [[typed(key), typed(item)] for key, item in value.items()]}
    return {"type": "other", "repr": type(value).__name__}


def answer(template, context, undefined):
    """What Jinja2 makes of a template: its text and, for a lone expression, its native value."""
    environment = jinja2.Environment(undefined=undefined)
    signal.alarm(SECONDS)
    try:
        result = {"text": environment.from_string(template).render(context)}
        match = LONE_EXPRESSION.match(template)
        if match and "}}" not in match.group(1):
            expression = environment.compile_expression(match.group(1).strip(), undefined_to_none=False)
            result["value"] = typed(expression(**context))
        return result
    except Exception as error:
        return {"error": type(error).__name__}
    finally:
        signal.alarm(0)


def give_up(*_):
    raise TimeoutError


# Random templates may ask for very large numbers and texts.
SECONDS = 2
signal.signal(signal.SIGALRM, give_up)


def main():
    answered = []
    for case in json.load(sys.stdin):
        chainable = answer(case["template"], case["context"], jinja2.ChainableUndefined)
        kind = "expr" if "value" in chainable or LONE_EXPRESSION.match(case["template"]) else "tmpl"
        volatile = chainable.get("error") in ("TimeoutError", "MemoryError", "OverflowError")
        volatile = volatile or VOLATILE.search(chainable.get("text", "")) is not None
        answered.append({**case, "kind": kind, "chainable": chainable, **({"volatile": True} if volatile else {})})
    meta = {"oracle": f"CPython {sys.version.split()[0]}, Jinja2 {jinja2.__version__}"}
    json.dump({"meta": meta, "cases": answered}, sys.stdout, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
