import type { PlainMapping } from '../../common/plain-value.ts';
import type { CommandRun } from '../command-run.ts';
import type { Renderer } from '../render-task.ts';

/** What of a command under way its secrets need. */
export type SecretRun = Pick<CommandRun, 'renderer' | 'redactor' | 'services' | 'command'>;

/** The fields of a secret, for as long as they are good. */
export interface ResolvedSecret {
  readonly fields: PlainMapping;
  /** Milliseconds since 1970; undefined: for as long as the command runs. */
  readonly expiresAt?: number | undefined;
}

/** What resolving an entry may use: templates that see the entries above it, and secrets by name. */
export interface SecretScope {
  readonly run: SecretRun;
  readonly renderer: Renderer;
  /** An entry of the keychain, else a credential of that name. */
  named(name: string): Promise<ResolvedSecret>;
}
