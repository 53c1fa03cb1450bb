import { nearestName } from '../../common/nearest-name.ts';
import { TOOL_KINDS } from '../../playbook/tool-kinds.ts';
import { failed } from '../outcome.ts';
import { shorten } from '../shorten.ts';
import { ADVICE } from './advice.ts';

/** Explains why nothing ran: the kind is known and not supported, or nobody knows it. */
export function run(kind: string) {
  if (Object.hasOwn(ADVICE, kind)) {
    return failed('unsupported', `\`kind: ${kind}\` is known, but not supported; ${ADVICE[kind]}`, {
      code: 'tool_unsupported',
    });
  }
  if (TOOL_KINDS.includes(kind)) {
    return failed('unsupported', `\`kind: ${kind}\` is known, but this installation has no tool for it yet`, {
      code: 'tool_unsupported',
    });
  }
  const nearest = nearestName(kind, TOOL_KINDS);
  const hint =
    nearest === undefined ? `the kinds are ${TOOL_KINDS.join(', ')}` : `did you mean \`${nearest}\`?`;
  return failed('unsupported', `no tool is of kind \`${shorten(kind, 60)}\`; ${hint}`, {
    code: 'tool_unknown',
  });
}
