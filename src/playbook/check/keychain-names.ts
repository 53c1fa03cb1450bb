import type { CheckRule } from './context.ts';

export const keychainNames: CheckRule = {
  codes: ['keychain_twice'],
  check({ playbook, report }) {
    const seen = new Set<string>();
    for (const entry of playbook.keychain) {
      if (seen.has(entry.name)) {
        report('keychain_twice', entry, `there is another keychain entry called \`${entry.name}\` above`);
      }
      seen.add(entry.name);
    }
  },
};
