import { nearestName } from '../../common/nearest-name.ts';
import { hintForKind } from '../../playbook/build/words-of-others.ts';
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
  return failed('unsupported', `no tool is of kind \`${shorten(kind, 60)}\`; ${hintFor(kind)}`, {
    code: 'tool_unknown',
  });
}

function hintFor(kind: string): string {
  const nearest = nearestName(kind, TOOL_KINDS);
  const meant = nearest === undefined ? undefined : `did you mean \`${nearest}\`?`;
  return hintForKind(kind) ?? meant ?? '`noetl help tools` lists the kinds there are';
}
