import { anyOf, flag, object, text, textList, values } from '../json-schema.ts';

const script = values('The code in a file or at an address.', {
  uri: './transform.py',
  source: { type: 'file' },
});

const memoryLimit = text('How much memory the code may use.', '512mb', '2g');

export const python = object(
  'Runs Python; the value of `result`, or what `main` returns, is the result.',
  {
    code: text('The program; the input is bound by name.', 'result = {"total": len(rows)}\n'),
    script,
    libs: values('Name → module to import.', { pd: 'pandas' }),
    env: values('Environment variables.'),
    cwd: text('Folder to run in.'),
    python: text('The interpreter.', 'python3', './venv/bin/python'),
    isolate: flag('Whether it runs in a process of its own.', false),
    memory_limit: memoryLimit,
  },
  { open: true },
);

export const javascript = object(
  'Runs JavaScript; the value that `main` returns, or of `result`, is the result.',
  {
    code: text('The program; the input is bound by name.'),
    script,
    libs: values('Name → module to import.', { yaml: 'yaml' }),
    env: values('Environment variables.'),
    cwd: text('Folder from which modules are looked for.'),
    sandbox: flag('Whether the code may reach nothing but its input.', false),
    isolate: flag('Whether it runs in a thread of its own.', false),
    memory_limit: memoryLimit,
  },
  { open: true },
);

export const shell = object(
  'Runs commands; stops at the first that fails.',
  {
    cmds: anyOf('The commands.', { type: 'string' }, textList('One after the other.')),
    script,
    cwd: text('Folder to run in.'),
    env: values('Environment variables.'),
    shell: text('The shell, perhaps with arguments.', '/bin/sh', 'bash -eu'),
    capture: flag('Whether the result holds what the commands printed.', true),
  },
  { open: true },
);
