import { isError, type Problem } from '../../common/problem.ts';
import { type LoadOptions, load } from '../load.ts';
import type { Playbook } from '../model.ts';
import { type PlaybookSource, writePlaybook } from './write-playbook.ts';

export type Formatted =
  | {
      readonly kind: 'formatted';
      readonly text: string;
      /** Whether the text differs from what was given. */
      readonly changed: boolean;
      /** Warnings; those of older spellings tell what was rewritten. */
      readonly problems: readonly Problem[];
    }
  /** There is no playbook to write, or something beside it that would be lost. */
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  /** The result would not mean the same: a mistake in the writer, kept from doing harm. */
  | { readonly kind: 'unfaithful' };

/** The canonical form of a text: the same playbook, comments kept, older spellings replaced. */
export function formatPlaybook(text: string, options: LoadOptions = {}): Formatted {
  const loaded = load(text, options);
  const { playbook, problems } = loaded;
  const lost = problems.filter(({ code }) => code === 'document_ignored');
  if (!playbook) return { kind: 'refused', problems: problems.filter(isError) };
  if (lost.length > 0) return { kind: 'refused', problems: lost };
  const written = faithful(playbook, { text, ...loaded });
  if (written === undefined) return { kind: 'unfaithful' };
  const result = withLineEndsOf(text, written);
  return { kind: 'formatted', text: result, changed: result !== text, problems };
}

/** References to a workbook stay, unless older spellings would stay with them. */
function faithful(playbook: Playbook, source: PlaybookSource): string | undefined {
  if (/^["']?workbook["']?[ \t]*:/m.test(source.text)) {
    const kept = writePlaybook(playbook, source, 'keep');
    const again = load(kept);
    if (again.playbook?.hash === playbook.hash && !again.problems.some(isOlderSpelling)) return kept;
  }
  const written = writePlaybook(playbook, source);
  return load(written).playbook?.hash === playbook.hash ? written : undefined;
}

export const isOlderSpelling = ({ code }: Problem): boolean => code.startsWith('legacy_');

/** A file with Windows line ends keeps them. */
const withLineEndsOf = (original: string, written: string): string =>
  /^[^\n]*\r\n/.test(original) ? written.replaceAll('\n', '\r\n') : written;
