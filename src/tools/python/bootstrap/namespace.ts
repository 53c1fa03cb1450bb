/** The names that code finds when it starts, `libs`, and the arguments of `main`. */
export const NAMESPACE = `
class StepError(Exception):
    """What the user can mend, said without a traceback."""
    def __init__(self, message, code):
        super().__init__(message)
        self.code = code

class Context(dict):
    def __missing__(self, name):
        raise KeyError(
            f"{name!r}: no workload key, step result or variable of this name, "
            "or the code does not spell it out (only names that stand in the code are sent)")

def now_utc():
    import datetime
    return datetime.datetime.now(datetime.timezone.utc)

def format_iso8601(moment):
    return moment.isoformat()

def deep_merge(first, second):
    merged = dict(first)
    for key, value in second.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = deep_merge(merged[key], value) if both else value
    return merged

def make_serializable(value):
    return to_plain(value, 'value', [], set())

READY = dict(json=json, os=os, now_utc=now_utc, format_iso8601=format_iso8601, deep_merge=deep_merge,
             make_serializable=make_serializable)
# Imported only for code that mentions them: the others do not pay for their loading.
ON_MENTION = ('datetime', 'uuid')

def make_namespace(call, module):
    namespace = module.__dict__
    values, source = call['input'], call['code']
    namespace.update(READY)
    for name in ON_MENTION:
        if name in source:
            namespace[name] = __import__(name)
    namespace.update(given_names(call))
    namespace.update(call['names'])
    namespace.update(values)
    namespace['__builtins__'] = builtins
    if 'result' in values:
        # Below the globals, so that a result that stands among the globals is one that the code made.
        del namespace['result']
        namespace['__builtins__'] = dict(builtins.__dict__, result=values['result'])
    namespace.update(import_libs(call['libs']))
    return namespace

def given_names(call):
    values, context = call['input'], Context(call['context'])
    return dict(call['about'], input_data=values, args=values, input=values, context=context, variables=context)

def import_libs(libs):
    found, missing = {}, []
    for alias, wanted in libs.items():
        source, name = (wanted, None) if isinstance(wanted, str) else (wanted['from'], wanted['import'])
        try:
            found[alias] = import_one(source, name)
        except ModuleNotFoundError as error:
            missing.append(error.name or source)
    if missing:
        names = ', '.join(missing)
        raise StepError(
            f"libs: {sys.executable} has no module {names}; "
            f"install it there ({sys.executable} -m pip install {names.replace(',', '')}) "
            "or name another interpreter with python:", 'MODULE_MISSING')
    return found

def import_one(source, name):
    import importlib
    module = importlib.import_module(source)
    if name is None:
        return module
    if hasattr(module, name):
        return getattr(module, name)
    return importlib.import_module(source + '.' + name)

def call_main(main, call):
    import inspect
    values, own = call['input'], given_names(call)
    positional, named, missing, takes_rest = [], {}, [], False
    parameters = inspect.signature(main).parameters
    for name, parameter in parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            continue
        if parameter.kind is parameter.VAR_KEYWORD:
            takes_rest = True
            continue
        for source in (values, call['names'], own, call['context']):
            if name in source:
                if parameter.kind is parameter.POSITIONAL_ONLY:
                    positional.append(source[name])
                else:
                    named[name] = source[name]
                break
        else:
            if parameter.default is parameter.empty:
                missing.append(name)
    if missing:
        given = ', '.join(map(str, values)) or 'none'
        raise StepError(
            f"main() needs {', '.join(missing)}: no input of this name (inputs: {given})", 'ARGUMENT_MISSING')
    if takes_rest:
        named.update((name, value) for name, value in values.items() if name not in parameters)
    answer = main(*positional, **named)
    if inspect.iscoroutine(answer):
        import asyncio
        return asyncio.run(answer)
    return answer
`;
