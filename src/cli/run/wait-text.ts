import type { ParkedOn } from '../../core/event.ts';

/** What a parked command waits for. */
export function waitText(on: ParkedOn): string {
  switch (on.kind) {
    case 'child':
      return `playbook ${on.path}`;
    case 'signal':
      return `the signal '${on.name}'`;
    case 'time':
      return new Date(on.until).toISOString();
    case 'callback':
      return 'a callback';
  }
}

/** When the wait ends by itself; undefined: it does not. */
export function waitEnds(on: ParkedOn): number | undefined {
  if (on.kind === 'time') return on.until;
  return on.kind === 'child' ? undefined : on.deadline;
}
