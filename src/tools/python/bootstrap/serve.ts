/**
 * The loop of a pooled interpreter. Calls arrive on descriptor 3 and answers leave on 4, each as a line
 * with the length and then that many bytes, so nothing the code prints can be taken for an answer. An
 * answer is a line about the call and then the data. An empty one says that the call has begun. What was printed is complete once the call's mark arrived on
 * both streams. Descriptor 0 is the lifeline: when it ends, whoever started this process has died.
 */
export const SERVE = String.raw`
import _thread, fcntl, io, linecache, resource, signal, types

MODULE_NAME = 'noetl_step'

def hidden(descriptor):
    """Far from the numbers that programs expect or try, and not passed on to children."""
    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 100)

lifeline = hidden(0)
null = os.open(os.devnull, os.O_RDONLY)
os.dup2(null, 0)
os.close(null)
calls = open(hidden(3), 'rb')
answers = hidden(4)
streams = (hidden(1), hidden(2))
os.close(3)
os.close(4)

def end_with_parent():
    while os.read(lifeline, 1):
        pass
    os.killpg(os.getpgid(0), signal.SIGKILL)

_thread.start_new_thread(end_with_parent, ())

def text_stream(descriptor):
    raw = io.FileIO(descriptor, 'w', closefd=False)
    return io.TextIOWrapper(io.BufferedWriter(raw), 'utf-8', 'backslashreplace', line_buffering=True)

own_streams = [text_stream(descriptor) for descriptor in streams]

def write_all(descriptor, data):
    view = memoryview(data)
    while len(view):
        view = view[os.write(descriptor, view):]

def send(payload):
    write_all(answers, b'%d\n' % len(payload) + payload)

def finish_printing(mark):
    for stream in (sys.stdout, sys.stderr, *own_streams):
        try:
            stream.flush()
        except Exception:
            pass
    for descriptor in streams:
        write_all(descriptor, mark)

# What a call may change and the next one must not see.
first_environment = dict(os.environ._data)
first_path = list(sys.path)
first_folder = os.getcwd()
first_argv = list(sys.argv)
process = os.getpid()

def restore_environment():
    # Through the undecoded mapping below os.environ: decoding all of it costs more than a small call.
    now = os.environ._data
    for name in [name for name in now if name not in first_environment]:
        del os.environ[os.fsdecode(name)]
    for name, value in first_environment.items():
        if now.get(name) != value:
            os.environ[os.fsdecode(name)] = os.fsdecode(value)

def restore():
    for index, (name, descriptor) in enumerate((('stdout', streams[0]), ('stderr', streams[1]))):
        if own_streams[index].closed:
            own_streams[index] = text_stream(descriptor)
        setattr(sys, name, own_streams[index])
        os.dup2(descriptor, index + 1)
    restore_environment()
    sys.path[:] = first_path
    sys.argv[:] = first_argv
    sys.setrecursionlimit(1000)
    try:
        moved = os.getcwd() != first_folder
    except OSError:
        moved = True
    if moved:
        os.chdir(first_folder)

def prepare(call):
    if call['cwd']:
        try:
            os.chdir(call['cwd'])
        except OSError as error:
            raise StepError(f"cwd: {error.strerror}: {call['cwd']}", 'FOLDER_MISSING')
    os.environ.update(call['env'])
    sys.path[:0] = call['path']

def limit_memory(limit):
    """Gives back what lifts the limit."""
    if not limit:
        return lambda: None
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard < 0 else min(limit, hard), hard))
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (soft, hard))

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
