"""Runs a program on a terminal of its own: COLUMNS ROWS PROGRAM ARGUMENTS.

What the terminal shows goes to standard output, what arrives on standard input is typed. The line
`\0size COLUMNS ROWS` on standard input changes the size. Ends with the program's exit code, or 128 and
the number of the signal that ended it.
"""

import fcntl, os, pty, select, struct, sys, termios


def set_size(fd, columns, rows):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


columns, rows, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
pid, master = pty.fork()
if pid == 0:
    set_size(0, columns, rows)
    os.execvp(program[0], program)

inputs = [0, master]
while True:
    ready, _, _ = select.select(inputs, [], [])
    if 0 in ready:
        typed = os.read(0, 4096)
        if not typed:
            inputs.remove(0)
        elif typed.startswith(b"\0size "):
            width, height = typed.split()[1:3]
            set_size(master, int(width), int(height))
        else:
            os.write(master, typed)
    if master in ready:
        try:
            shown = os.read(master, 65536)
        except OSError:  # Linux says so when the program has ended.
            break
        if not shown:
            break
        os.write(1, shown)

_, status = os.waitpid(pid, 0)
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
