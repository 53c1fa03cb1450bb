import type { Machine, RunResult } from './service.ts';

export interface FakeOptions {
  /** Path to what the program there says about itself; a PostgreSQL folder stands for all its programs. */
  readonly files: Readonly<Record<string, string>>;
  readonly isRoot?: boolean;
  /** What apt-get can install, in the form of `files`. */
  readonly repository?: Readonly<Record<string, string>>;
  readonly listsFetched?: boolean;
}

/** A machine made up of paths, for tests of the probes and of the installation. */
export function fakeMachine(options: FakeOptions): Machine & { readonly installed: readonly string[] } {
  let files = { ...options.files };
  let listsFetched = options.listsFetched ?? true;
  const installed: string[] = [];

  const apt = (args: readonly string[]): RunResult => {
    if (args.includes('update')) {
      listsFetched = true;
      return answer(true);
    }
    const packages = args.filter(arg => /^(python3-jinja2|postgresql|nats-server)$/.test(arg));
    if (!listsFetched || !options.repository || Object.keys(options.repository).length === 0) {
      return answer(false, '', `E: Unable to locate package ${packages[0]}`);
    }
    installed.push(...packages);
    files = { ...files, ...options.repository };
    return answer(true);
  };

  return {
    isRoot: options.isRoot ?? false,
    searchPath: ['/shims', '/usr/bin'],
    installed,
    exists: path => path in files || folderOf(path) in files,
    list: folder =>
      Object.keys(files)
        .filter(path => path.startsWith(`${folder}/`))
        .map(path => path.slice(folder.length + 1).split('/')[0] ?? ''),
    async run(command, args) {
      if (command === 'flock') return apt(args);
      const said = files[command] ?? files[folderOf(command)] ?? '';
      if (said.startsWith('jinja ')) return answer(true, said.slice('jinja '.length));
      return answer(said.startsWith('PostgreSQL'), `postgres (${said.replace(' ', ') ')}`);
    },
  };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function answer(ok: boolean, stdout = '', stderr = ''): RunResult {
  return { ok, stdout, stderr };
}
