/**
 * Turns what the code left behind into JSON, and what it raised into an error. Most results go through the
 * encoder written in C; only what that refuses is walked, to convert it or to say where it cannot be.
 */
export const ANSWER = String.raw`
MAX_DEPTH = 200

def encode_result(value):
    """(JSON text, notes for the log)"""
    notes = []
    try:
        return json.dumps(value, default=lambda item: simpler(item, notes), allow_nan=False), notes
    except (TypeError, ValueError, RecursionError):
        notes.clear()
        return json.dumps(to_plain(value, 'result', notes, set())), notes

def simpler(value, notes):
    """One step from any object towards what JSON knows."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        import base64
        notes.append('bytes were encoded as base64')
        return base64.b64encode(value).decode('ascii')
    if isinstance(value, (set, frozenset)):
        try:
            return sorted(value)
        except TypeError:
            return list(value)
    module = type(value).__module__
    if module.startswith('pandas') and hasattr(value, 'to_dict') and hasattr(value, 'columns'):
        return value.to_dict('records')
    if hasattr(value, 'isoformat'):
        return None if value != value else value.isoformat()
    if callable(getattr(value, 'tolist', None)):
        return value.tolist()
    if hasattr(type(value), '__dataclass_fields__') and not isinstance(value, type):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    if callable(getattr(value, 'model_dump', None)) and not isinstance(value, type):
        return value.model_dump()
    import collections.abc as abc, enum
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, abc.Mapping):
        return dict(value)
    if isinstance(value, (abc.Iterator, abc.MappingView, range)) or type(value).__name__ == 'deque':
        return list(value)
    return str(value)

def not_data(path, what):
    return StepError(f"{path} {what}", 'RESULT_NOT_DATA')

def to_plain(value, path, notes, above):
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        if value.bit_length() > 14000:
            raise not_data(path, 'is an integer of more than 4,200 digits')
        return int(value)
    if isinstance(value, float):
        if value != value:
            notes.append(f'{path} is NaN and became null')
            return None
        if value in (float('inf'), float('-inf')):
            raise not_data(path, f'is {value}, which JSON cannot carry')
        return value
    if id(value) in above:
        raise not_data(path, 'contains itself')
    if len(above) > MAX_DEPTH:
        raise not_data(path[:60] + '…', f'is nested deeper than {MAX_DEPTH} levels')
    above.add(id(value))
    try:
        if isinstance(value, dict):
            return {key_text(key): to_plain(item, f'{path}.{key}', notes, above) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [to_plain(item, f'{path}[{index}]', notes, above) for index, item in enumerate(value)]
        return to_plain(simpler(value, notes), path, notes, above)
    finally:
        above.discard(id(value))

def key_text(key):
    if isinstance(key, str):
        return key
    if key is None or isinstance(key, (bool, int, float)):
        return json.dumps(key)
    if isinstance(key, tuple):
        return ','.join(map(key_text, key))
    return str(key)

def describe_error(error, filename):
    if isinstance(error, StepError):
        return dict(type='StepError', message=str(error), code=error.code)
    import traceback
    kind = type(error)
    name = kind.__qualname__
    if kind.__module__ not in ('builtins', '__main__', MODULE_NAME):
        name = f'{kind.__module__}.{name}'
    trail = users_part(error.__traceback__, filename)
    lines = traceback.format_exception(kind, error, trail)
    frames = [frame.lineno for frame in traceback.extract_tb(trail) if frame.filename == filename]
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == filename else None
    try:
        text = str(error)
    except Exception:
        text = ''
    told = ''.join(lines).replace(MODULE_NAME + '.', '')
    return dict(type=name, message=text, traceback=shortened(told),
                line=line or (frames[-1] if frames else None))

def users_part(trail, filename):
    """The traceback from the user's first line on; the frames of this program say nothing to a user."""
    part = trail
    while part is not None and part.tb_frame.f_code.co_filename != filename:
        part = part.tb_next
    while part is None and trail is not None and trail.tb_frame.f_code.co_filename == '<string>':
        trail = trail.tb_next
    return part or trail

def shortened(text, limit=16000):
    return text if len(text) <= limit else text[:limit // 2] + '\n…\n' + text[-limit // 2:]
`;
