/** What the process tells its caller. Scripts rely on these numbers: never give one a second meaning. */
export const EXIT = {
  ok: 0,
  /** The work was understood and failed. */
  failed: 1,
  /** The request itself is wrong: bad flag, missing file, invalid playbook. Repeating it changes nothing. */
  usage: 2,
  /** The user stopped it: 128 + SIGINT, as shells count. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Of several files, the one that went worst decides. */
export const worst = (codes: readonly ExitCode[]): ExitCode => Math.max(EXIT.ok, ...codes) as ExitCode;
