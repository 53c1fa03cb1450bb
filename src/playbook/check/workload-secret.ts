import type { PlainValue } from '../../common/plain-value.ts';
import type { CheckContext, CheckRule } from './context.ts';

/** The last words of keys under which secrets are kept; `token_url` or `max_tokens` are none. */
const SECRET_KEY =
  /(?:^|[_-])(?:password|passwd|pwd|passphrase|secret|secret_?key|client_?secret|token|access_?token|refresh_?token|auth_?token|bearer|api_?key|access_?key|private_?key|authorization|credentials?)$/i;

/** Values that only secrets look like. */
const SECRET_VALUES: readonly RegExp[] = [
  /^(?:Bearer|Basic)\s+[\w+/=.~-]{8,}/,
  /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /^(?:sk|pk|rk)[-_][\w-]{16,}/,
  /^(?:ghp|gho|ghs|ghu|github_pat)_\w{16,}/,
  /^xox[abprs]-[\w-]{10,}/,
  /^AKIA[0-9A-Z]{16}$/,
  /^AIza[\w-]{30,}/,
  /^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/i,
];

/** Warns of secrets in the workload, which is stored with every execution, and never repeats the value. */
export const workloadSecret: CheckRule = {
  codes: ['workload_secret'],
  check(context) {
    const { playbook } = context;
    search(context, playbook.workload, '');
    for (const test of playbook.tests) search(context, test.workload, '');
  },
};

function search(context: CheckContext, container: object, path: string): void {
  for (const [key, value] of Object.entries(container) as [string, PlainValue][]) {
    const name = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'object' && value !== null) search(context, value, name);
    else if (typeof value === 'string' && isSecret(Array.isArray(container) ? path : key, value)) {
      context.conceal(container, Array.isArray(container) ? Number(key) : key);
      const message = `\`${name}\` seems to be a secret, and the workload is stored with every execution`;
      const hint =
        'keep it as a credential, or in `keychain` with `env(…)`, and read it as `keychain.<name>.<field>`';
      context.report(
        'workload_secret',
        [container, Array.isArray(container) ? Number(key) : key],
        message,
        hint,
      );
    }
  }
}

function isSecret(key: string, value: string): boolean {
  if (value.length < 4 || value.includes('{{')) return false;
  return SECRET_VALUES.some(shape => shape.test(value)) || (SECRET_KEY.test(key) && !/\s/.test(value));
}
