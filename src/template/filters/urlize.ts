import { defineBuiltins } from '../builtin.ts';
import { valueError } from '../error.ts';
import { flagOr, integerOr, isGiven, textOr } from '../methods/arguments.ts';
import { head } from '../methods/text/characters.ts';
import type { Runtime } from '../runtime.ts';
import { expectText } from '../value/expect.ts';
import { arrayOf, textLength } from '../value/iterate.ts';
import type { Value } from '../value/value.ts';
import { escapeHtml } from './html.ts';
import { textOf } from './input.ts';
import { isMail, isWebAddress, trimPunctuation } from './link-text.ts';

interface LinkStyle {
  /** ` rel="…" target="…"`, escaped. */
  readonly attributes: string;
  readonly limit: number | undefined;
  readonly schemes: readonly string[];
}

/** The word as a link if it is an address, else as it is. */
function linkWord(word: string, style: LinkStyle): string {
  const { before, address, after } = trimPunctuation(word);
  return before + link(address, style) + after;
}

function link(address: string, { attributes, limit, schemes }: LinkStyle): string {
  if (isWebAddress(address)) {
    const target = /^https?:\/\//.test(address) ? address : `https://${address}`;
    return `<a href="${target}"${attributes}>${shorten(address, limit)}</a>`;
  }
  if (address.startsWith('mailto:') && isMail(address.slice(7))) {
    return `<a href="${address}">${address.slice(7)}</a>`;
  }
  if (!address.startsWith('www.') && !address.includes(':') && isMail(address)) {
    return `<a href="mailto:${address}">${address}</a>`;
  }
  const isKnown = schemes.some(scheme => address !== scheme && address.startsWith(scheme));
  return isKnown ? `<a href="${address}"${attributes}>${address}</a>` : address;
}

const shorten = (text: string, limit: number | undefined): string =>
  limit === undefined || textLength(text) <= limit ? text : `${head(text, limit)}...`;

function relations(rel: string, nofollow: boolean): string {
  const names = [...rel.split(/\s+/), ...(nofollow ? ['nofollow'] : []), 'noopener'].filter(
    name => name !== '',
  );
  return [...new Set(names)].sort().join(' ');
}

function readSchemes(schemes: Value, runtime: Runtime): string[] {
  if (!isGiven(schemes)) return [];
  return arrayOf(schemes, runtime).map(item => {
    const scheme = expectText(item, "a scheme of 'urlize'");
    return /^[\w.+-]{2,}:\/{0,2}$/.test(scheme)
      ? scheme
      : valueError("a scheme of 'urlize' is not valid", "write it as 'ftp://' or 'tel:'");
  });
}

export const URLIZE_FILTERS = defineBuiltins('filter', {
  urlize: [
    ['trim_url_limit?', 'nofollow?', 'target?', 'rel?', 'extra_schemes?'],
    (self, [limit, nofollow, target, rel, extra], runtime) => {
      const relation = relations(textOr(rel, '', "the argument 'rel' of 'urlize'"), flagOr(nofollow, false));
      const frame = textOr(target, '', "the argument 'target' of 'urlize'");
      const style: LinkStyle = {
        attributes:
          ` rel="${escapeHtml(relation, runtime)}"` +
          (frame === '' ? '' : ` target="${escapeHtml(frame, runtime)}"`),
        limit: integerOr(limit, undefined, "the limit of 'urlize'"),
        schemes: readSchemes(extra, runtime),
      };
      const words = escapeHtml(textOf(self, runtime), runtime).split(/(\s+)/u);
      return words
        .map(word => {
          const linked = linkWord(word, style);
          runtime.step(1 + style.schemes.length);
          runtime.produce(linked.length);
          return linked;
        })
        .join('');
    },
  ],
});
