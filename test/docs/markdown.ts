export interface Fence {
  /** The words after the backticks: `['sh', 'no-run']`. */
  readonly info: readonly string[];
  readonly body: string;
  readonly line: number;
  /** Only blank lines stand between this block and the one before it. */
  readonly followsPrevious: boolean;
}

const FENCE = /^(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)^\1[^\S\n]*$/gm;

export function fences(markdown: string): readonly Fence[] {
  let end = -1;
  return [...markdown.matchAll(FENCE)].map(match => {
    const followsPrevious = end >= 0 && markdown.slice(end, match.index).trim() === '';
    end = match.index + match[0].length;
    return {
      info: (match[2] ?? '').trim().split(/\s+/).filter(Boolean),
      body: match[3] ?? '',
      line: markdown.slice(0, match.index).split('\n').length,
      followsPrevious,
    };
  });
}

/** Targets of links and pictures, in Markdown and in HTML, outside of code. */
export function linkTargets(markdown: string): readonly string[] {
  const text = withoutCode(markdown);
  const inline = [...text.matchAll(/\]\(\s*<?([^\s)>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
  const references = [...text.matchAll(/^\s{0,3}\[[^\]]+\]:\s+<?([^\s>]+)>?/gm)];
  const html = [...text.matchAll(/<(?:img|a)\s[^>]*?(?:src|href)="([^"]+)"/g)];
  return [...inline, ...references, ...html].map(match => match[1] ?? '');
}

/** The names under which a page's headings can be linked to, as GitHub makes them. */
export function anchors(markdown: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const headings = [...markdown.replace(FENCE, '').matchAll(/^#{1,6}\s+(.+?)\s*#*\s*$/gm)];
  const slugs = headings.map(match => {
    const slug = slugOf(match[1] ?? '');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  const explicit = [...markdown.matchAll(/<a\s[^>]*?(?:id|name)="([^"]+)"/g)].map(match => match[1] ?? '');
  return new Set([...slugs, ...explicit]);
}

function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

function withoutCode(markdown: string): string {
  return markdown.replace(FENCE, '').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
}
