/**
 * The loop of a pooled interpreter. Calls arrive on descriptor 3 and answers leave on 4, each as a line
 * with the length and then that many bytes, so nothing the code prints can be taken for an answer. An
 * answer is a line about the call and then the data; an empty one says that the call has begun. What was
 * printed is complete once the call's mark arrived on both streams. Descriptor 0 is the lifeline: when it
 * ends, whoever started this process has died.
 */
export const SERVE = String.raw`
import linecache, types

def run(call):
    """The value of the code: returned, assigned to result, or what main answers."""
    source, filename = call['code'], call['filename']
    module, function = compile_step(source, filename)
    step = types.ModuleType(MODULE_NAME)
    sys.modules[MODULE_NAME] = step
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    namespace = make_namespace(call, step)
    try:
        exec(module, namespace)
        if function is not None:
            returned = types.FunctionType(function, namespace)()
            return namespace.get('result') if returned is None else returned
        main = namespace.get('main')
        if namespace.get('result') is None and callable(main):
            return call_main(main, call)
    except SystemExit as end:
        if end.code not in (None, 0):
            raise
    return namespace.get('result')

def answer(call):
    """(what to say about the call, its data as JSON)"""
    lift = limit_memory(call['memory'])
    try:
        prepare(call)
        text, notes = encode_result(run(call))
        return dict(ok=True, notes=notes[:20]), text
    except BaseException as error:
        lift()
        return dict(ok=False, error=describe_error(error, call['filename'])), ''
    finally:
        lift()

def state():
    """Reasons to replace this process: memory it grew to, threads that go on."""
    # The peak, which is cheap to know; whether that is still so is asked only where it matters.
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == 'darwin' else 1024)
    if memory > 2**28 and os.path.exists('/proc/self/statm'):
        with open('/proc/self/statm', 'rb') as file:
            memory = int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')
    threading = sys.modules.get('threading')
    others = threading.active_count() - 1 if threading else 0
    return dict(memory=memory, threads=others, executable=sys.executable)

def serve():
    restore()
    while True:
        header = calls.readline()
        if not header:
            return
        call = json.loads(calls.read(int(header)))
        send(b'')
        about, text = answer(call)
        if os.getpid() != process:
            os._exit(0)  # a child that the code forked and did not end
        finish_printing(call['mark'].encode())
        step = sys.modules.pop(MODULE_NAME, None)
        if step is not None:
            step.__dict__.clear()
        linecache.cache.pop(call['filename'], None)
        about.update(state())
        restore()
        call = step = None
        send((json.dumps(about) + '\n' + text).encode('ascii'))
        text = None

serve()
`;
