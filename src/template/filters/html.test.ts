import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';

const text = (source: string, context = {}) => compile(source).renderText(context);

it('escape escapes what HTML needs, and again if asked again', () => {
  expect(text('{{ s|e }} {{ s|e|e }}', { s: `<a b="c">'&'` })).toBe(
    '&lt;a b=&#34;c&#34;&gt;&#39;&amp;&#39; &amp;lt;a b=&amp;#34;c&amp;#34;&amp;gt;&amp;#39;&amp;amp;&amp;#39;',
  );
});

it('striptags removes tags and comments and keeps what is not closed', () => {
  const s = '<p>A <!-- <b> --> &lt;b&gt;  &#39;x&#x27; &hellip; &unknown; 1 < 2';
  expect(text('{{ s|striptags }}', { s })).toBe("A <b> 'x' … &unknown; 1 < 2");
});

describe('xmlattr', () => {
  it('escapes values and leaves none and undefined out', () => {
    expect(text("<a{{ {'x': '<>', 'n': none, 'u': missing, 'i': 1}|xmlattr }}>")).toBe(
      '<a x="&lt;&gt;" i="1">',
    );
  });

  it('refuses keys that would end the name, without showing them', () => {
    expect(() => text("{{ {'a b': 1}|xmlattr }}")).toThrow(/^a key of 'xmlattr' has a space/);
  });
});

describe('urlize', () => {
  it.each([
    ['(http://a.com/x)', '(<a href="http://a.com/x" rel="noopener">http://a.com/x</a>)'],
    ['http://a.com/x_(y).', '<a href="http://a.com/x_(y)" rel="noopener">http://a.com/x_(y)</a>.'],
    ['foo.org,', '<a href="https://foo.org" rel="noopener">foo.org</a>,'],
    ['me@x.io', '<a href="mailto:me@x.io">me@x.io</a>'],
    ['mailto:me@x.io', '<a href="mailto:me@x.io">me@x.io</a>'],
    ['http://127.0.0.1:80/', '<a href="http://127.0.0.1:80/" rel="noopener">http://127.0.0.1:80/</a>'],
    ['foo.xyz and @ and a@b', 'foo.xyz and @ and a@b'],
    ['<http://a.com>', '&lt;<a href="http://a.com" rel="noopener">http://a.com</a>&gt;'],
  ])('%s', (source, expected) => expect(text('{{ s|urlize }}', { s: source })).toBe(expected));

  it('takes a limit, relations, a target and further schemes', () => {
    const source = "{{ 'http://a.com/long ftp://x'|urlize(8, true, '_blank', extra_schemes=['ftp:']) }}";
    const attributes = 'rel="nofollow noopener" target="_blank"';
    expect(text(source)).toBe(
      `<a href="http://a.com/long" ${attributes}>http://a...</a> <a href="ftp://x" ${attributes}>ftp://x</a>`,
    );
  });
});

it('urlencode quotes text for a path and pairs for a query', () => {
  expect(text("{{ 'a b/ç?!'|urlencode }} {{ [['a b', 'c/d'], ['e', none]]|urlencode }}")).toBe(
    'a%20b/%C3%A7%3F%21 a+b=c%2Fd&e=None',
  );
});
