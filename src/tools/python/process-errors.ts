import { constants } from 'node:os';

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Where a script stands before the interpreter, as pyenv's do, it says in its exit code which signal killed it. */
export function endOf(code: number | null, signal: NodeJS.Signals | null): ProcessEnd {
  const [said] = Object.entries(constants.signals).find(([, number]) => number + 128 === code) ?? [];
  return said === undefined ? { code, signal } : { code: null, signal: said as NodeJS.Signals };
}

/** The interpreter died during a call. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
  readonly end: ProcessEnd;
  /** Whether the code had begun; if not, it can be given to another process without running twice. */
  readonly begun: boolean;
  readonly complaint: string;

  constructor(end: ProcessEnd, begun: boolean, complaint: string) {
    super(describeEnd(end));
    this.end = end;
    this.begun = begun;
    this.complaint = complaint.trim();
  }
}

/** The interpreter could not be started at all. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed';

  constructor(command: string, cause: Error & { readonly code?: string }) {
    super(explainStart(command, cause), { cause });
  }
}

function describeEnd({ code, signal }: ProcessEnd): string {
  if (signal === 'SIGKILL')
    return 'the Python process was killed (SIGKILL), perhaps because the machine ran out of memory';
  if (signal) return `the Python process crashed (${signal})`;
  return code === null
    ? 'the Python process ended'
    : `the Python process ended with exit code ${code} before it gave a result`;
}

function explainStart(command: string, { code, message }: { code?: string; message: string }): string {
  if (code === 'ENOENT')
    return `there is no ${command}: install Python 3.8 or later, or name an interpreter with \`python\``;
  if (code === 'EACCES') return `${command} may not be executed`;
  return `${command} could not be started: ${message}`;
}
