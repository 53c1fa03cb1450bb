import type { Found, Probe, ServiceName } from './service.ts';

const OLDEST_POSTGRES = 14;
const POSTGRES_PROGRAMS = ['postgres', 'initdb', 'pg_ctl', 'psql'];

/** The first python3 may be a version manager's shim without jinja2 while the distribution's has it: ask all. */
export const findPython: Probe<Found['python']> = async machine => {
  const commands = machine.searchPath.map(folder => `${folder}/python3`).filter(machine.exists);
  for (const command of commands) {
    const answer = await machine.run(command, ['-c', 'import jinja2; print(jinja2.__version__)']);
    if (answer.ok) return { command, jinja: answer.stdout.trim() };
  }
  return commands.length === 0 ? 'no python3' : `no python3 with jinja2 (asked ${commands.join(', ')})`;
};

/** Distributions keep the server's programs off PATH, one folder per major version: the newest is taken. */
export const findPostgres: Probe<Found['postgres']> = async machine => {
  const versioned = [
    ...under(machine.list('/usr/lib/postgresql'), '/usr/lib/postgresql'),
    ...under(
      machine.list('/opt/homebrew/opt').filter(name => name.startsWith('postgresql')),
      '/opt/homebrew/opt',
    ),
  ];
  const folders = [...machine.searchPath, ...versioned].filter(folder =>
    POSTGRES_PROGRAMS.every(program => machine.exists(`${folder}/${program}`)),
  );
  const seen = await Promise.all(
    folders.map(async binDir => {
      const { stdout } = await machine.run(`${binDir}/postgres`, ['--version']);
      return { binDir, major: Number(/PostgreSQL\)? (\d+)/.exec(stdout)?.[1] ?? 0) };
    }),
  );
  const [newest] = seen.sort((a, b) => b.major - a.major);
  if (!newest) return 'no PostgreSQL server programs';
  return newest.major >= OLDEST_POSTGRES
    ? newest
    : `PostgreSQL ${newest.major} is older than ${OLDEST_POSTGRES}`;
};

export const findNats: Probe<Found['nats']> = async machine => {
  const command = machine.searchPath.map(folder => `${folder}/nats-server`).find(machine.exists);
  return command ? { command } : 'no nats-server';
};

export const PROBES: { readonly [N in ServiceName]: Probe<Found[N]> } = {
  python: findPython,
  postgres: findPostgres,
  nats: findNats,
};

function under(names: readonly string[], folder: string): readonly string[] {
  return names.map(name => `${folder}/${name}/bin`);
}
