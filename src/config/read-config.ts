/** What the environment asks of a process. Every variable that NoETL reads is listed here. */
export interface Config {
  /** `NO_COLOR` forbids colour, `FORCE_COLOR` demands it, otherwise the terminal decides. */
  readonly colour: 'never' | 'always' | 'auto';
  /**
   * Whether a terminal may be redrawn in place: not with `TERM=dumb`, which cannot, and not in continuous
   * integration (`CI`), where what is kept is a log.
   */
  readonly mayRedraw: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Environment = process.env): Config {
  return { colour: colourWish(env), mayRedraw: env.TERM !== 'dumb' && !isSet(env.CI) };
}

const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value !== 'false';

/** A user who says no is obeyed before a tool that says yes: NO_COLOR wins over FORCE_COLOR. */
function colourWish(env: Environment): Config['colour'] {
  if (env.NO_COLOR) return 'never';
  const force = env.FORCE_COLOR;
  if (force === undefined) return 'auto';
  return force === '0' || force === 'false' ? 'never' : 'always';
}
