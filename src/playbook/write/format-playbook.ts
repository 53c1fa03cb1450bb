import { isError, type Problem } from '../../common/problem.ts';
import { type LoadOptions, load } from '../load.ts';
import { writePlaybook } from './write-playbook.ts';

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
  const { playbook, problems, positions } = load(text, options);
  const lost = problems.filter(({ code }) => code === 'document_ignored');
  if (!playbook) return { kind: 'refused', problems: problems.filter(isError) };
  if (lost.length > 0) return { kind: 'refused', problems: lost };
  const written = writePlaybook(playbook, { text, positions });
  if (load(written).playbook?.hash !== playbook.hash) return { kind: 'unfaithful' };
  const result = withLineEndsOf(text, written);
  return { kind: 'formatted', text: result, changed: result !== text, problems };
}

/** A file with Windows line ends keeps them. */
const withLineEndsOf = (original: string, written: string): string =>
  /^[^\n]*\r\n/.test(original) ? written.replaceAll('\n', '\r\n') : written;
