/** A field of a tool has a value the tool cannot use. The message names the field, never a secret in it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'config_invalid';
}
