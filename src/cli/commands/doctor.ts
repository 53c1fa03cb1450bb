import type { Cli } from '../cli.ts';
import { type AskProgram, askProgram } from '../doctor/ask-program.ts';
import { checkDirectory } from '../doctor/directory.ts';
import { type Finding, type Health, worstHealth } from '../doctor/finding.ts';
import { checkDocker, checkGit, checkNode, checkPython } from '../doctor/programs.ts';
import { checkEnvFiles, checkLocale, checkPort, checkTerminal, SERVER_PORT } from '../doctor/surroundings.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import type { Paint } from '../output/paint.ts';
import { padToWidth, textWidth } from '../output/text-width.ts';
import { visible } from '../output/visible.ts';
import { withStore } from '../run/with-store.ts';

/** What a machine without surprises would answer; another `ask` pretends there are other programs. */
export interface DoctorOptions extends InspectOptions {
  readonly ask?: AskProgram;
}

/** `noetl doctor`: what is on this machine, and whether it can be used. Changes nothing. */
export function doctorCommand(options: DoctorOptions, cli: Cli): Promise<ExitCode> {
  return withStore(cli.console, async () => {
    const findings = await examine(options, cli);
    const health = worstHealth(findings);
    print(cli.console, options.output, { health, checks: findings }, () =>
      asText(findings, health, cli.console.outPaint),
    );
    return health === 'fail' ? EXIT.failed : EXIT.ok;
  });
}

async function examine(options: DoctorOptions, { env, console }: Cli): Promise<readonly Finding[]> {
  const { dataDir, ask = askProgram } = options;
  // One after the other: their start times are part of what is measured.
  return [
    checkNode(process.version),
    await checkPython(ask, env),
    await checkGit(ask, env),
    await checkDocker(ask, env),
    ...(await checkDirectory(dataDir)),
    await checkPort(SERVER_PORT),
    checkEnvFiles(env, process.cwd()),
    checkLocale(env),
    checkTerminal(console),
  ];
}

const LAST_LINE: Readonly<Record<Health, string>> = {
  ok: 'all is well',
  warn: 'noetl can work here; see the warnings',
  fail: 'noetl cannot work like this',
};

function asText(findings: readonly Finding[], health: Health, paint: Paint): string {
  const width = Math.max(...findings.map(({ name }) => textWidth(name)));
  const lines = findings.map(({ name, health: own, found, advice }) => {
    const first = `${mark(own, paint)}  ${padToWidth(name, width)}  ${visible(found)}\n`;
    return advice === undefined
      ? first
      : `${first}${' '.repeat(width + 8)}${paint.dim('→')} ${visible(advice)}\n`;
  });
  return `${lines.join('')}\n${LAST_LINE[health]}\n`;
}

function mark(health: Health, paint: Paint): string {
  switch (health) {
    case 'ok':
      return `${paint.green('ok')}  `;
    case 'warn':
      return paint.yellow('warn');
    case 'fail':
      return paint.red('fail');
  }
}
