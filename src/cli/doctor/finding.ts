/** How well something is: fine, worth a look, or in the way. */
export type Health = 'ok' | 'warn' | 'fail';

/** One line of the report. */
export interface Finding {
  readonly name: string;
  readonly health: Health;
  /** What there is. */
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const ok = (name: string, found: string): Finding => ({ name, health: 'ok', found });

export const warn = (name: string, found: string, advice: string): Finding => ({
  name,
  health: 'warn',
  found,
  advice,
});

export const fail = (name: string, found: string, advice: string): Finding => ({
  name,
  health: 'fail',
  found,
  advice,
});

const ORDER: readonly Health[] = ['ok', 'warn', 'fail'];

export const worstHealth = (findings: readonly Finding[]): Health =>
  ORDER[Math.max(0, ...findings.map(({ health }) => ORDER.indexOf(health)))] ?? 'ok';
