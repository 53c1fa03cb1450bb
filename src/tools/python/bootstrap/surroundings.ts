/**
 * Where calls come from and where their traces go: the descriptors, the streams the code prints to, and
 * everything a call may change and the next one must not see.
 */
export const SURROUNDINGS = String.raw`
import _thread, fcntl, io, resource, signal

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
prefixes = tuple({sys.prefix, sys.base_prefix, sys.exec_prefix, os.path.dirname(os.__file__)})
known_modules = set(sys.modules)

def restore_environment():
    # Through the undecoded mapping below os.environ: decoding all of it costs more than a small call.
    now = os.environ._data
    for name in [name for name in now if name not in first_environment]:
        del os.environ[os.fsdecode(name)]
    for name, value in first_environment.items():
        if now.get(name) != value:
            os.environ[os.fsdecode(name)] = os.fsdecode(value)

def restore_modules():
    """Modules of the user's folders are loaded anew by the next call: they may have been edited since."""
    global known_modules
    if len(sys.modules) == len(known_modules):
        return
    for name in set(sys.modules) - known_modules:
        file = getattr(sys.modules[name], '__file__', None) or ''
        installed = file.startswith(prefixes) or 'site-packages' in file or 'dist-packages' in file
        if file.endswith('.py') and not installed:
            del sys.modules[name]
    known_modules = set(sys.modules)

def restore():
    signal.alarm(0)
    remove_private_files()
    restore_modules()
    logging = sys.modules.get('logging')
    if logging:
        # Handlers that every call adds would print every line once more.
        for handler in logging.root.handlers[:]:
            logging.root.removeHandler(handler)
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
    for name, text in call['files'].items():
        os.environ[name] = private_file(text)

private_files = []

def private_file(text):
    """The name of a file that ends with the process and, where the system can, never is on a disk."""
    if hasattr(os, 'memfd_create') and os.path.exists('/proc/self/fd'):
        descriptor = os.memfd_create('credential')
        path = f'/proc/{process}/fd/{descriptor}'
    else:
        import tempfile
        descriptor, path = tempfile.mkstemp(prefix='noetl-')
    write_all(descriptor, text.encode())
    private_files.append((descriptor, path))
    return path

def remove_private_files():
    while private_files:
        descriptor, path = private_files.pop()
        try:
            os.close(descriptor)
            if not path.startswith('/proc/'):
                os.unlink(path)
        except OSError:
            pass

def limit_memory(limit):
    """Gives back what lifts the limit."""
    if not limit:
        return lambda: None
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard < 0 else min(limit, hard), hard))
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
`;
