import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileFacts, ParseContext } from '../../server/content/parse/parseContext.ts';
import { fitHeadings, readingMinutes, sanitizeHtml } from '../../server/content/parse/sanitizeHtml.ts';
import { growsTooFast } from '../support/growth.ts';
import { createParseContext } from '../support/parseContext.ts';
import { xssVectors } from '../support/xssVectors.ts';

const id = '6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a01';

const facts: FileFacts = {
  version: 'abc',
  type: 'image/jpeg',
  width: 1600,
  height: 900,
  bytes: 90_000,
  description: 'A "cabin"',
  focus: null,
};

const clean = (html: unknown, changes: Partial<ParseContext> = {}) =>
  sanitizeHtml(
    html,
    createParseContext({
      imageHosts: ['img.example'],
      embedHosts: ['player.example'],
      assetHosts: ['cms.example'],
      ...changes,
    }),
  );

const voidTags = new Set(['br', 'hr', 'img', 'col', 'source']);
const allowedTags = new Set(
  (
    'p div h2 h3 h4 h5 h6 ul ol li blockquote pre code hr br a strong b em i u s del ins sub sup small q span mark ' +
    'abbr kbd img video audio source iframe figure figcaption section article table caption colgroup col thead ' +
    'tbody tfoot tr th td details summary dl dt dd'
  ).split(' '),
);
const allowedAttributes = new Set(
  (
    'id class title lang dir href rel src alt width height loading decoding sandbox referrerpolicy allowfullscreen ' +
    'controls preload poster loop muted type start reversed value open span colspan rowspan scope tabindex role aria-label'
  ).split(' '),
);
const addresses = /^(https:\/\/|mailto:|tel:|#|\/(?![/\\]))/;

/**
 * Reads markup by the strictest grammar that a sanitizer could write: quoted attributes, escaped angles,
 * balanced tags. What fits it means the same to every parser; anything else fails.
 */
function expectHarmless(html: string | null) {
  const open: (string | undefined)[] = [];
  const problems: string[] = [];
  const token = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)( \/)?>|[^<>]+/y;
  const markup = html ?? '';
  while (token.lastIndex < markup.length && problems.length === 0) {
    const from = token.lastIndex;
    const match = token.exec(markup);
    if (!match) problems.push(`no plain markup: ${markup.slice(from, from + 80)}`);
    const [, closing, tag, attributes = ''] = match ?? [];
    if (tag === undefined) continue;
    if (!allowedTags.has(tag)) problems.push(`element ${tag}`);
    if (closing && open.pop() !== tag) problems.push(`</${tag}> closes nothing`);
    if (!closing && !voidTags.has(tag)) open.push(tag);
    for (const [, name = '', value = ''] of attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
      if (!allowedAttributes.has(name)) problems.push(`attribute ${name}`);
      if (['href', 'src', 'poster'].includes(name) && !addresses.test(value))
        problems.push(`${name} ${value}`);
      if (name === 'id' && !value.startsWith('section-')) problems.push(`id ${value}`);
    }
  }
  expect([...problems, ...open]).toEqual([]);
}

describe('B11 hostile HTML', () => {
  it.each(xssVectors.map((vector) => [JSON.stringify(vector), vector]))('%s', (_text, vector) => {
    expectHarmless(clean(clean(vector)));
    expectHarmless(clean(vector));
    expectHarmless(clean(`<p>before</p>${vector}<p>after</p>`));
    expectHarmless(clean(`<table><tr><td>${vector}`));
  });

  it('is harmless in any mixture of its pieces', () => {
    const piece = fc.oneof(
      fc.constantFrom(...xssVectors),
      fc.constantFrom(...'< > " \' ` </ /> <!-- --> <![CDATA[ ]]> &lt; &#60; \u0000'.split(' ')),
      fc.constantFrom(...allowedTags).map((tag) => `<${tag}>`),
      fc.constantFrom(...allowedTags).map((tag) => `</${tag}>`),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => expectHarmless(clean(pieces.join('')))),
      { numRuns: 5_000 },
    );
  });
});

describe('broken HTML', () => {
  it.each([
    ['B13 <p>unclosed', '<p>unclosed</p>'],
    ['B13 a</div></main></body>b', 'ab'],
    ['B13 <b>x<i>y</b>z</i>', '<b>x<i>y</i></b>z'],
    ['B13 <ul><li>a<li>b', '<ul><li>a</li><li>b</li></ul>'],
  ])('%s cannot leave its container', (source, expected) => {
    expect(clean(source.slice(4))).toBe(expected);
  });

  it.each([null, undefined, 5, {}, ['<p>x</p>'], '', '  ', '<p> </p>', '<script>x</script>', '<!-- x -->'])(
    'is null where there is nothing to show: %j',
    (value) => {
      expect(clean(value)).toBeNull();
    },
  );
});

describe('B14 markup that could affect the rest of the page', () => {
  it.each([
    ['ids and names', '<p id="menu" name="body">x</p>', '<p>x</p>'],
    ['ids beside words about a link', '<p id="menu">href="#menu"</p>', '<p>href="#menu"</p>'],
    ['forms', '<form action="/x"><input name="a"><button>Send</button></form>', 'Send'],
    ['base and refresh', '<base href="//x"><meta http-equiv="refresh" content="0;url=//x">y', 'y'],
    ['classes of the site', '<p class="hero align-center island">x</p>', '<p class="align-center">x</p>'],
    ['styles', '<p style="position:fixed;inset:0">x</p>', '<p>x</p>'],
    ['attributes of islands', '<div data-island="menu" data-props="{}">x</div>', '<div>x</div>'],
    ['roles', '<div role="dialog" aria-modal="true">x</div>', '<div>x</div>'],
    ['targets', '<a href="/a" target="_top">x</a>', '<a href="/a">x</a>'],
  ])('is stripped: %s', (_what, source, expected) => {
    expect(clean(source)).toBe(expected);
  });
});

it.each('template noscript style script title svg math textarea option noembed object'.split(' '))(
  'the content of %s is dropped',
  (element) => {
    expect(clean(`a<${element}>hidden</${element}>b`)).toBe('ab');
  },
);

describe('links', () => {
  it.each([
    ['/contact', '<a href="/contact">x</a>'],
    ['https://example.com/a', '<a href="https://example.com/a" rel="noopener noreferrer">x</a>'],
    ['http://example.com/a', '<a href="http://example.com/a" rel="noopener noreferrer">x</a>'],
    ['mailto:a@example.com', '<a href="mailto:a@example.com">x</a>'],
    ['#roofs', '<a href="#roofs">x</a>'],
    ['contact', '<a href="/contact">x</a>'],
    ['../blog/tags/', '<a href="/blog/tags">x</a>'],
    ['../', '<a href="/">x</a>'],
    ['old.html', '<a href="/old.html">x</a>'],
    ['https://ridge.example/about/?a#b', '<a href="/about/?a#b">x</a>'],
    ['www.example.com', '<a href="https://www.example.com/" rel="noopener noreferrer">x</a>'],
    ['example.com/a', '<a href="https://example.com/a" rel="noopener noreferrer">x</a>'],
    ['http//example.com', '<a href="http://example.com/" rel="noopener noreferrer">x</a>'],
    ['ann@example.com', '<a href="mailto:ann@example.com">x</a>'],
    ['ann.lee@example.com', '<a href="mailto:ann.lee@example.com">x</a>'],
    ['mailto: ann@example.com', '<a href="mailto:ann@example.com">x</a>'],
    ['(541) 555-0142', '<a href="tel:+15415550142">x</a>'],
    ['541-555-0142 ext. 7', '<a href="tel:+15415550142;ext=7">x</a>'],
    ['tel:541 555 0142', '<a href="tel:+15415550142">x</a>'],
    ['callto:541 555 0142', '<a href="tel:+15415550142">x</a>'],
    ['smsto:541 555 0142', '<a href="sms:5415550142">x</a>'],
    ['tel:+15415550142,,7', '<a href="tel:+15415550142,,7">x</a>'],
    ['porch.avif', '<a href="/porch.avif">x</a>'],
    ['sms:+1 541-555-0142?body=Hi', '<a href="sms:+15415550142?body=Hi">x</a>'],
    ['https://https://example.com', '<a href="https://example.com/" rel="noopener noreferrer">x</a>'],
    ['\u201cexample.com\u201d,', '<a href="https://example.com/" rel="noopener noreferrer">x</a>'],
    ['ann@example.com?subject=A roof', '<a href="mailto:ann@example.com?subject=A%20roof">x</a>'],
    ['e-mail: ann@example.com', '<a href="mailto:ann@example.com">x</a>'],
    ['Phone: 541/555-0142', '<a href="tel:+15415550142">x</a>'],
    ['1-800-FLOWERS', '<a href="tel:+18003569377">x</a>'],
    ['300-reasons', '<a href="/300-reasons">x</a>'],
    ['911', '<a href="tel:911">x</a>'],
    ['sms:541-555-ROOF', '<a href="sms:+15415557663">x</a>'],
    ['//about', '<a href="/about">x</a>'],
    ['https://ridge.example//about', '<a href="/about">x</a>'],
    [
      'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fa&amp;data=ann%40example.com',
      '<a href="https://example.com/a" rel="noopener noreferrer">x</a>',
    ],
    ['https://www.google.com/url?q=https://ridge.example/about&amp;sa=D', '<a href="/about">x</a>'],
    [
      'https://www.google.com/url?sa=D',
      '<a href="https://www.google.com/url?sa=D" rel="noopener noreferrer">x</a>',
    ],
    ['https://l.facebook.com/l.php?u=javascript%3Ax', '<span>x</span>'],
    ['\u2018www.example.com\u2019', '<a href="https://www.example.com/" rel="noopener noreferrer">x</a>'],
    ...[
      '<https://example.com>',
      '(https://example.com)',
      'https://example.com.',
      'htps://example.com',
      'https;//example.com',
      'https://https//example.com',
    ].map((href): [string, string] => [
      href,
      '<a href="https://example.com/" rel="noopener noreferrer">x</a>',
    ]),
    [`https://cms.example/admin/files/${id}`, `<a href="/assets/${id}">x</a>`],
    ...[
      'javascript:alert(1)',
      'JaVa\nScript:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      'java\u200bscript:alert(1)',
      '..//evil.example',
      'about us',
      'data:text/html,x',
      'vbscript:x',
      '/\u200b/evil.example',
      '//evil.example',
      'mailto:',
      'tel:ask for Pat',
      'sms:',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      'https://site@evil.example',
      'https://:site@evil.example',
      'blob:https://x',
      'file:///etc/passwd',
      '&#106;avascript:alert(1)',
      'javascript&colon;alert(1)',
      '',
    ].map((href): [string, string] => [href, '<span>x</span>']),
  ])('B15, B16 stay, or become plain text: %j', (href, expected) => {
    expect(clean(`<a href="${href}">x</a>`)).toBe(expected);
  });
});

describe('images', () => {
  const image = (src: string, more = '') => clean(`<img src="${src}"${more}>`);
  const lazy = 'loading="lazy" decoding="async" />';

  it.each([
    ['an id', id],
    ['a path of the content service', `/assets/${id}?width=3000`],
    ['its whole address', `https://cms.example/assets/${id}.jpg/cabin.jpg`.replace('.jpg/', '/')],
    ["what the admin app's button stores", `https://cms.example/assets/${id}.jpg?width=1600&amp;height=1000`],
    ['a path with an extension', `/assets/${id}.JPG`],
    ['a path without its slash and a token', `assets/${id}?access_token=x`],
    ['its address without a scheme', `cms.example/assets/${id}?access_token=x`],
    ['our name without www', `https://ridge.example/assets/${id}`],
  ])('given by %s are loaded from our picture route', (_what, src) => {
    expect(image(src, ' alt="A cabin"')).toBe(`<img src="/media/${id}?w=1216" alt="A cabin" ${lazy}`);
  });

  it('have the size and the text of the file where the editor gave none', () => {
    const fileFacts = () => facts;
    const ladder = [320, 480, 768, 1024, 1216, 1600]
      .map((w) => `/media/${id}?w=${w}&amp;v=abc ${w}w`)
      .join(', ');
    const sources = (px: number) =>
      `src="/media/${id}?w=768&amp;v=abc" srcset="${ladder}" sizes="(max-width: ${px}px) 100vw, ${px}px"`;
    expect(clean(`<img src="${id}">`, { fileFacts })).toBe(
      `<img ${sources(656)} alt="A &quot;cabin&quot;" width="1600" height="900" ${lazy}`,
    );
    expect(clean(`<img src="${id}" alt="" width="200px" height="100">`, { fileFacts })).toBe(
      `<img ${sources(200)} alt="" width="200" height="100" ${lazy}`,
    );
  });

  it.each(['width="200"', 'style="width: 200px; height: auto"'])(
    'keep their shape where the editor gave one side: %s',
    (side) => {
      const shown = clean(`<img src="${id}" ${side}>`, { fileFacts: () => facts });
      expect(shown).toMatch(/ width="200" height="113" /);
    },
  );

  it('B18 in SVG are removed, since the picture route does not serve them', () => {
    const fileFacts = () => ({ ...facts, type: 'image/svg+xml' });
    expect(clean(`a<img src="${id}">`, { fileFacts })).toBe('a<span></span>');
  });

  it('of an allowed host stay, those of others are removed', () => {
    for (const src of ['https://img.example/a.jpg', 'http://img.example/a.jpg', '//img.example/a.jpg'])
      expect(image(src)).toBe(`<img src="https://img.example/a.jpg" alt="" ${lazy}`);
    expect(clean('a<img src="https://other.example/a.jpg">')).toBe('a<span></span>');
    expect(clean('a<img src="">')).toBe('a<span></span>');
  });

  it.each(['G', 'a', '\u00e9'])('with 99,000 times %s as address are removed; the text stays', (letter) => {
    const endless = `https://${letter.repeat(99_000)}`;
    expect(clean(`<p>a</p><img src="${endless}">`)).toBe('<p>a</p><span></span>');
    expect(clean(`<p>a</p><img src="${endless}`)).toBe('<p>a</p>');
    expect(clean(`a<video src="${endless}" poster="${endless}"></video>`)).toBe('a<span></span>');
  });

  it('never carry more than one address', () => {
    expect(image('/a.jpg', ' srcset="https://evil.example/x 2x" longdesc="//evil.example"')).toBe(
      `<img src="/a.jpg" alt="" ${lazy}`,
    );
  });
});

describe('what styles and older elements mean', () => {
  it.each([
    [
      'the underline and the strike of the toolbar',
      '<p>Was <span style="text-decoration: line-through;">$200</span> <span style="text-decoration: underline">now</span></p>',
      '<p>Was <span><s>$200</s></span> <span><u>now</u></span></p>',
    ],
    [
      'text from Google Docs, in a bold that is none',
      '<b style="font-weight:normal" id="docs-guid"><p dir="ltr"><span style="font-weight:700;font-style:italic;text-decoration:none">a</span><span style="font-weight:400">b</span></p></b>',
      '<span><p dir="ltr"><span><strong><em>a</em></strong></span><span>b</span></p></span>',
    ],
    [
      'bold in bold once',
      '<p style="font-weight:bold">a<span style="font-weight:700">b</span></p><h2><span style="font: bold 12pt Arial">c</span></h2>',
      '<p><strong>a<span>b</span></strong></p><h2 id="section-c"><span>c</span></h2>',
    ],
    [
      'underlined links, and struck-out ones',
      '<a href="/a" style="text-decoration:underline line-through">x</a>',
      '<a href="/a"><s>x</s></a>',
    ],
    ['indices', 'm<span style="vertical-align:super">2</span>', 'm<span><sup>2</sup></span>'],
    ['a font', '<font style="font-style:italic">x</font>', '<span><em>x</em></span>'],
    ['quotations', '<q cite="//x">a</q>', '<q>a</q>'],
    [
      'older elements',
      '<strike>a</strike><tt>b</tt><header>c</header>',
      '<s>a</s><code>b</code><div>c</div>',
    ],
    [
      'lists with letters',
      'a<ol type="a"></ol><ol style="list-style: upper-roman inside"></ol><ol type="disc"></ol>',
      'a<ol type="a"></ol><ol type="I"></ol><ol></ol>',
    ],
    [
      'struck-out headings',
      '<h2 style="text-decoration: line-through">$200</h2>',
      '<h2 id="section-200"><s>$200</s></h2>',
    ],
    [
      'struck-out rows and lists',
      '<table><tr style="text-decoration:line-through"><td>a</td><td><s>b</s></td></tr><tr><td>c</td></tr></table>' +
        '<ul style="text-decoration:line-through"><li><span>d</span></li></ul><p>e</p>',
      '<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table><tr><td><s>a</s></td><td><s><s>b</s></s></td></tr><tr><td>c</td></tr></table></div>' +
        '<ul><li><s><span>d</span></s></li></ul><p>e</p>',
    ],
    [
      'tables below a heading of two lines',
      '<h2>Before<br>you <b>g</b>o</h2><table><tr><td>a</td></tr></table>',
      '<h2 id="section-before-you-g-o">Before<br />you <b>g</b>o</h2><div class="table-scroll" tabindex="0" role="region" aria-label="Table: Before you go"><table><tr><td>a</td></tr></table></div>',
    ],
    [
      'lists of Google Docs with letters',
      '<ol><li style="list-style-type:lower-alpha" dir="ltr">a</li><li style="list-style-type:lower-alpha">b</li></ol>',
      '<ol type="a"><li dir="ltr">a</li><li>b</li></ol>',
    ],
    [
      'lists of Google Docs, directly in a list',
      '<ul><li>a</li>\n<ul><li>b</li><ol><li>c</li></ol></ul><li>d<ul><li>e</li></ul></li></ul><ul><li>f</li></ul>',
      '<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d<ul><li>e</li></ul></li></ul><ul><li>f</li></ul>',
    ],
    [
      'what nobody sees in the form',
      '<p>a</p><div style="font-size:1px; DISPLAY: none !important">b</div><span style="mso-hide:all">c</span><p hidden>d</p>',
      '<p>a</p>',
    ],
    ['alignment', '<p style="text-align: center;">a</p>', '<p class="align-center">a</p>'],
    ['alignment to the start', '<p style="text-align: left;">a</p>', '<p>a</p>'],
    [
      'older alignment',
      '<p align="right">a</p><center>b</center>',
      '<p class="align-right">a</p><div class="align-center">b</div>',
    ],
    [
      'alignment in other systems',
      '<p class="has-text-align-center">a</p><p class="ql-align-right">b</p>',
      '<p class="align-center">a</p><p class="align-right">b</p>',
    ],
    ['cells', '<td style="text-align:left">4</td>', '<td class="align-left">4</td>'],
    [
      'pictures beside the text',
      '<img src="/a.jpg" style="float: right"><img src="/a.jpg" style="margin-left: auto; margin-right: auto">',
      '<img src="/a.jpg" alt="" loading="lazy" decoding="async" class="align-right" />' +
        '<img src="/a.jpg" alt="" loading="lazy" decoding="async" class="align-center" />',
    ],
    ['marks of our own, which mean nothing in a text', '<p class="means-strong">a</p>', '<p>a</p>'],
  ])('is kept: %s', (_what, source, expected) => {
    expect(clean(source)).toBe(expected);
  });

  it('is reported where the site has its own', () => {
    const context = createParseContext();
    sanitizeHtml(
      '<p style="color: red; text-align: justify">a</p><p style="padding-left: 40px">b</p>' +
        '<span style="background-color: #fce903; color: #000; font-family: Arial">c</span><o:p></o:p><u style="margin-left:0">d</u>',
      context,
    );
    const lost = ['text colors', 'justified text', 'indents', 'background colors', 'fonts and sizes'];
    const words = `is shown without ${lost.map((what) => `${what}: the site has its own`).join('; ')}`;
    expect(context.notes).toEqual([{ kind: 'html-stripped', words }]);
  });

  it('is not reported where readers see no difference', () => {
    const context = createParseContext({ embedHosts: ['player.example'] });
    sanitizeHtml(
      '<iframe src="https://player.example/x" frameborder="0" allow="autoplay" webkitallowfullscreen></iframe>' +
        '<ul><li aria-level="1">a</li></ul><p tabindex="0" itemprop="x" jsaction="y">b</p><hr size="1" noshade>' +
        '<table border="1" cellspacing="0" width="100%"><tr height="2"><td width="50" nowrap>c</td></tr></table>',
      context,
    );
    expect(context.notes).toEqual([]);
  });
});

describe('links within a text', () => {
  it.each([
    ['a space before it', '<a href=" #a">x</a><p id="a">y</p>'],
    ['its sign as an entity', '<a href="&#35;a">x</a><p id="a">y</p>'],
    ['a name with spaces', '<a href="#a%20b">x</a><p id="a b">y</p>'],
  ])('lead to a place with %s', (_what, source) => {
    const [, href, place] = /href="#([^"]*)".* id="([^"]*)"/.exec(clean(source) ?? '') ?? [];
    expect(href).toMatch(/^section-a/);
    expect(href).toBe(place);
  });

  it('lead to the places that their editor named, and to headings', () => {
    const html = clean(
      '<p><a href="#roofs">1</a><a href="#_Toc1">2</a><a href="#ice">3</a><a href="#Z%C3%BCge">4</a><a href="#none">5</a></p>' +
        '<h2 id="roofs">All roofs</h2><p><a name="_Toc1"></a>x</p><h3>Ice</h3><p id="Z\u00fcge">y</p><p id="unused">z</p>',
    );
    const links = [...(html ?? '').matchAll(/href="#([^"]*)"/g)].map(([, fragment]) => fragment);
    expect(links).toEqual(['section-all-roofs', 'section-toc1', 'section-ice', 'section-zuge', 'none']);
    for (const place of links.slice(0, 4)) expect(html).toContain(` id="${place}"`);
    expect(html?.match(/ id="/g)).toHaveLength(4);
  });

  it('lead to a paragraph with nothing in it', () => {
    expect(clean('<a href="#a">x</a><p><a name="a"></a></p>')).toMatch(
      /<p><(?:a|span) id="section-a"><\/(?:a|span)><\/p>/,
    );
  });

  it('lead to them also where the text is one of several on a page', () => {
    const html = clean('<p><a href="#b">1</a><a href="#main">2</a></p><h2>A</h2><p id="b">as in id="b"</p>');
    expect(html && fitHeadings(html, 3, 'block-1')).toBe(
      '<p><a href="#block-1-section-b">1</a><a href="#main">2</a></p>' +
        '<h3 id="block-1-section-a">A</h3><p id="block-1-section-b">as in id="b"</p>',
    );
  });
});

describe('files of the content service', () => {
  const context = { assetAddress: (file: string) => `https://files.example/assets/${file}` };
  it.each([
    [`/assets/${id}.pdf?access_token=x#page=2`, `https://files.example/assets/${id}#page=2`],
    [`https://cms.example/assets/${id}/plan.pdf?download`, `https://files.example/assets/${id}?download`],
    [`../assets/${id.toUpperCase()}`, `https://files.example/assets/${id}`],
  ])('are linked at their public address: %s', (href, expected) => {
    expect(clean(`<a href="${href}">x</a>`, context)).toBe(
      `<a href="${expected}" rel="noopener noreferrer">x</a>`,
    );
    const noting = createParseContext({ ...context, assetHosts: ['cms.example'] });
    sanitizeHtml(`<a href="${href}">x</a>`, noting);
    expect(noting.notes.filter(({ kind }) => kind === 'html-stripped')).toEqual([]);
  });

  it('are posters, and links instead of frames', () => {
    expect(clean(`<video poster="//cms.example/assets/${id}.jpg" src="assets/${id}"></video>`, context)).toBe(
      `<video src="https://files.example/assets/${id}" poster="/media/${id}?w=768" controls preload="metadata"></video>`,
    );
    expect(clean(`<iframe src="/assets/${id}.pdf">in</iframe>`, context)).toBe(
      `<a href="https://files.example/assets/${id}" rel="noopener noreferrer">Open the document</a>`,
    );
  });
});

it('a text without tags keeps its paragraphs and lines', () => {
  expect(clean('One & two\r\n \r\nThree\nfour\n')).toBe('<p>One &amp; two</p><p>Three<br />four</p>');
  expect(clean('<p>One</p>\n\nTwo')).toBe('<p>One</p>\n\nTwo');
  expect(clean('One line')).toBe('One line');
});

describe('Markdown', () => {
  const lines = (...written: readonly string[]) => clean(written.join('\n'));

  it('has headings, paragraphs, lists, quotations and lines', () => {
    expect(lines('# Fall', '## One ##', 'Two', 'three', '', '> Four', '***', 'Five')).toBe(
      '<h2 id="section-fall">Fall</h2><h2 id="section-one">One</h2><p>Two<br />three</p>' +
        '<blockquote><p>Four</p></blockquote><hr /><p>Five</p>',
    );
    expect(lines('Before:', '1. One', '   - two', '', '2. Three', '   four', '', '\u2022 Five', 'Six')).toBe(
      '<p>Before:</p><ol><li>One</li></ol><ul><li>two</li></ul><ol start="2"><li>Three<br />four</li></ol>' +
        '<ul><li>Five</li></ul><p>Six</p>',
    );
    expect(lines('1) One', '', '2) Two', '+ Three', '2024. Four')).toBe(
      '<ol><li>One</li><li>Two</li></ol><ul><li>Three</li></ul><p>2024. Four</p>',
    );
  });

  it('has no fences around code, which is none', () => {
    expect(lines('```text', 'One', '```', 'Two')).toBe('<p>One</p><p>Two</p>');
  });

  it('has tables with headings', () => {
    expect(lines('| Season | Price |', '|:--|--:|', '| Summer | $95 |')).toContain(
      '<tr><th>Season</th><th>Price</th></tr><tr><td>Summer</td><td class="align-right">$95</td></tr>',
    );
  });

  it.each([
    ['**One** _two_ *three* `four`', '<strong>One</strong> <em>two</em> <em>three</em> <code>four</code>'],
    ['[one](/contact)', '<a href="/contact">one</a>'],
    [
      `![Porch](/assets/${id})`,
      `<img src="/media/${id}?w=1216" alt="Porch" loading="lazy" decoding="async" />`,
    ],
    ['1\\. One \\- two\\! \\*three*', '1. One - two! *three*'],
    ['Rates* apply. *Plus tax. From $99*', 'Rates* apply. *Plus tax. From $99*'],
    ['2 * 3 * 4, x*y* *y*z, a_b_c, _d_e, ____', '2 * 3 * 4, x*y* *y*z, a_b_c, _d_e, ____'],
    ['[one](javascript:x)', '<span>one</span>'],
    ['<code>__one__</code> __two__', '<code>__one__</code> <strong>two</strong>'],
  ])('is read in a text with tags: %s', (written, shown) => {
    expect(clean(`<p>${written}</p>`)).toBe(`<p>${shown}</p>`);
  });

  it('may be a heading that was pasted as a paragraph', () => {
    expect(clean('<p>## Fall</p>')).toBe('<h2 id="section-fall">Fall</h2>');
  });

  it('may have tags, as the texts of WordPress, which have only blank lines for paragraphs', () => {
    expect(
      lines('A <b>b</b>', '', 'C', '<h2>D</h2>', '<ul>', '<li>e</li>', '</ul>', '<!--more-->', 'F'),
    ).toBe('<p>A <b>b</b></p><p>C</p><h2 id="section-d">D</h2><ul><li>e</li></ul><p>F</p>');
    expect(lines('A <b>b</b>', 'c')).toBe('A <b>b</b>\nc');
    expect(lines('<table>', '', '<tr><td>a</td></tr>', '</table>')).not.toMatch(/<p>|<br/);
  });
});

it('text in entities is normalized as any other', () => {
  expect(clean('<p>R&amp;amp;D&amp;nbsp;costs &amp;#36;5 &amp;amp;amp; AT&amp;T</p>')).toBe(
    '<p>R&amp;D\u00a0costs $5 &amp; AT&amp;T</p>',
  );
  expect(clean('<p>Cafe&#769; so&shy;ft Be&#x200B;nd&zwnj; &eacute;</p>')).toBe(
    '<p>Caf\u00e9 soft Bend \u00e9</p>',
  );
});

describe('embedded content', () => {
  it('of a listed host is lazy, sandboxed and named', () => {
    expect(
      clean(
        '<iframe src="https://player.example/v/1" width="640" height="360" srcdoc="<p>x" onload="x">in</iframe>',
      ),
    ).toBe(
      '<iframe src="https://player.example/v/1" title="Embedded content" width="640" height="360" loading="lazy" ' +
        'sandbox="allow-scripts allow-same-origin allow-presentation allow-forms ' +
        'allow-popups allow-popups-to-escape-sandbox" ' +
        'referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>',
    );
  });

  it.each([
    ['width="100%" height="900"', ' height="900"'],
    ['style="width:100%; height: 600px"', ' height="600"'],
    ['width="640" height="900"', ' height="900"'],
    ['width="640" height="450.4" style="width: 100%"', ' height="450"'],
    ['width="560" height="315" style="height: 900px"', ' height="900"'],
    ['height="12000"', ' height="10000"'],
    ['width="560" height="315"', ' width="560" height="315"'],
    ['width="100%"', ''],
  ])('is as high as its editor made it; a film keeps its shape: %s', (written, kept) => {
    expect(clean(`<iframe src="https://player.example/a" ${written}></iframe>`)).toContain(
      `title="Embedded content"${kept} loading`,
    );
  });

  it.each(['//player.example/a', 'http://player.example/a'])('comes over https: %s', (src) => {
    expect(clean(`<iframe src="${src}"></iframe>`)).toContain('<iframe src="https://player.example/a"');
  });

  it.each(['https://other.example/x', '//other.example/x', '/contact', 'javascript:x', ''])(
    'from %j is left out',
    (src) => {
      expect(clean(`a<iframe src="${src}"><p>fallback</p></iframe>b`)).toBe('a<span></span>b');
    },
  );

  it('may be video and audio from allowed places', () => {
    expect(clean(`<video src="${id}" autoplay poster="//evil.example/x"></video>`)).toBe(
      `<video src="/assets/${id}" controls preload="metadata"></video>`,
    );
    expect(clean('<audio src="https://player.example/a.mp3"></audio>')).toBe(
      '<audio src="https://player.example/a.mp3" controls preload="metadata"></audio>',
    );
    expect(clean('<video><source src="https://player.example/a.mp4" type="video/mp4"></video>')).toBe(
      '<video controls preload="metadata"><source src="https://player.example/a.mp4" type="video/mp4" /></video>',
    );
    // The content policy allows pictures from one list of hosts and media from the other.
    expect(clean('<video src="https://img.example/a.mp4">x</video>')).toBe('<span>x</span>');
    for (const [host, isAllowed] of [
      ['img', true],
      ['player', false],
    ] as const) {
      const html = clean(`<video src="/assets/${id}" poster="https://${host}.example/p.jpg"></video>`);
      expect(html?.includes('poster='), host).toBe(isAllowed);
    }
    expect(clean('<video src="https://other.example/a.mp4">x</video>')).toBe('<span>x</span>');
  });
});

describe('headings and tables', () => {
  it('first-level headings become second-level; the second and third levels have ids', () => {
    expect(clean('<h1>A</h1><h2>Ice &amp; Snow: “50%”</h2><h3><em>Dächer</em></h3><h4>no</h4>')).toBe(
      '<h2 id="section-a">A</h2><h2 id="section-ice-snow-50">Ice &amp; Snow: “50%”</h2>' +
        '<h3 id="section-dacher"><em>Dächer</em></h3><h4>no</h4>',
    );
  });

  it('ids are unique', () => {
    const ids = clean(
      '<h2>Roofs</h2><h2>Roofs 2</h2><h2>Roofs</h2><h2>Roofs</h2><h2>?</h2><h2>!</h2>',
    )?.match(/id="[^"]+"/g);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
  });

  it('headings in which nothing is shown are left out', () => {
    const shown =
      '<h3 id="section-untitled"><img src="/a.jpg" alt="" loading="lazy" decoding="async" /></h3>';
    const empty = '<h2>&nbsp;</h2><h2></h2><h4><strong><br></strong> </h4>';
    expect(clean(`${empty}<p>a</p>${empty}<h3><img src="/a.jpg"></h3>`)).toBe(`<p>a</p>${shown}`);
  });

  it('numbers in tables are aligned right; words, and cells that an editor has aligned, stay', () => {
    const cells = '<td>$1,200.50</td><td> 12 % </td><td>-3</td><td>2 beds</td><td class="align-left">4</td>';
    expect(clean(`<table><tbody><tr>${cells}</tr></tbody></table>`)?.match(/<td[^>]*>/g)).toEqual([
      ...Array(3).fill('<td class="align-right">'),
      '<td>',
      '<td class="align-left">',
    ]);
  });

  it('tables are wrapped in a scrolling container, nested ones are not', () => {
    const scroll = (name: string) =>
      `<div class="table-scroll" tabindex="0" role="region" aria-label="${name}">`;
    expect(
      clean(
        '<table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table><table><tr><td>c</td></tr></table>',
      ),
    ).toBe(
      `${scroll('Table')}<table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table></div>${scroll('Table 2')}<table><tr><td>c</td></tr></table></div>`,
    );
  });

  it('the container of a table is named by the heading above it', () => {
    const table = '<table><tr><td>1</td></tr></table>';
    const markup = clean(
      `<h2>How <em>many</em> "sets" &amp; why</h2><p>x</p>${table}${table}<h3>Prices</h3>${table}`,
    );
    expect([...(markup ?? '').matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'Table: How many &quot;sets&quot; &amp; why',
      'Table 2: How many &quot;sets&quot; &amp; why',
      'Table: Prices',
    ]);
  });
});

it.each([
  ['a table', '<table><tbody><tr><td>&nbsp;</td><td><br></td></tr></tbody></table>'],
  [
    'a table in a figure',
    '<figure class="table"><table><caption></caption><tr><th></th></tr></table></figure>',
  ],
  ['a quotation', '<blockquote><p> </p></blockquote>'],
  ['a paragraph', '<p>&nbsp;</p><p class="x"><br></p><p><span><b> </b></span></p>'],
  [
    'a figure with a picture that may not be shown',
    '<figure><img src="x:y"><figcaption></figcaption></figure>',
  ],
])('leaves out %s with nothing in it', (_what, empty) => {
  expect(clean(`<p>x</p>${empty}<p>y</p>`)).toBe('<p>x</p><p>y</p>');
});

it('paragraphs with bullets are a list', () => {
  const word =
    '<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span style="mso-list:Ignore">' +
    '\u00b7<span>&nbsp;&nbsp;</span></span><!--[endif]-->First</p>';
  expect(clean(`${word}\n<p>\u2022 Second <b>one</b></p><p>\u00b7</p><p>x \u2022 y</p>`)).toBe(
    '<ul><li><span><span></span></span>First</li><li>Second <b>one</b></li></ul><p>\u00b7</p><p>x \u2022 y</p>',
  );
});

it('paragraphs with the bullets of Word for lower levels are lists in the entry above', () => {
  const word = (bullet: string, words: string) =>
    `<p class="MsoListParagraph"><span style="font-family:Symbol">${bullet}<span style="font:7.0pt 'Times New Roman'">&nbsp;&nbsp; </span></span>${words}</p>\n`;
  const text = (markup: string) => clean(markup)?.replace(/<\/?span>/g, '');
  expect(
    text(
      `${word('\u00b7', 'Roof')}${word('o', 'Ice')}${word('\u00a7', 'Dams')}${word('o', 'Vents')}${word('\u00b7', 'Bibs')}`,
    ),
  ).toBe('<ul><li>Roof<ul><li>Ice</li><li>Dams</li><li>Vents</li></ul></li><li>Bibs</li></ul>\n');
  expect(text(`${word('o', 'Ice')}${word('o', 'Vents')}<p>x</p>${word('o', 'Snow')}`)).toBe(
    '<ul><li>Ice</li><li>Vents</li></ul>\n<p>x</p><ul><li>Snow</li></ul>\n',
  );
  expect(text('<p>o  sole mio</p><p>\u00a7 2</p>')).toBe('<p>o  sole mio</p><p>\u00a7 2</p>');
});

it('links to media that an editor embeds by their address alone', () => {
  const embedded = (url: string) => clean(`<figure class="media"><oembed url="${url}"></oembed></figure>`);
  expect(embedded('https://youtu.be/a')).toBe(
    '<figure><a href="https://youtu.be/a" rel="noopener noreferrer">https://youtu.be/a</a></figure>',
  );
  expect(embedded('javascript:alert(1)')).toBeNull();
  expect(embedded('/a?b=&lt;b>')).toBe('<figure><a href="/a?b=&lt;b&gt;">/a?b=&lt;b&gt;</a></figure>');
});

describe('B12 HTML that is costly to sanitize', () => {
  const most = 256 * 1024;
  const times = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length));
  const words = 'of an article, '.repeat(8);

  it.each<[string, (size: number) => string]>([
    ['ordinary paragraphs', times(`<p>Some <b>bold</b> words ${words} and <a href="/a">a link</a>.</p>`)],
    ['nested elements', times('<b>')],
    ['nested lists', times('<ul><li>')],
    ['nested tables', times('<table><tr><td>')],
    ['identical headings', times('<h2>a</h2>')],
    ['empty headings', times('<h2><b> ')],
    ['unclosed headings', times('<h2>')],
    ['angle brackets', times('<')],
    ['unfinished tags', times('<a href="')],
    ['attributes', (size) => `<a ${times('b="c" ')(size)}>`],
    ['links that are refused', times('<a href="x:">y</a>')],
    ['images', times('<img src="/a.jpg">')],
    ['as many tags as are read', (size) => '<img src="/a.jpg">'.repeat((10_000 * size) / most)],
    ['images that are refused', times('<img src="x:">')],
    ['frames', times('<iframe></iframe>')],
    ['comments', times('<!---->')],
    ['entities', times('&amp;')],
    ['noscript', times('<noscript>')],
    ['lines of Markdown', times(`**a** *b [c](/d) \`e\` ${words}\n\n- ${words}\n`)],
    ['signs of Markdown', times('*a **b _c [d](e`')],
    ['classes', (size) => `<p class="${times('align-left ')(size)}">x</p>`],
  ])('%s are read in linear time, and 256 kB of them are harmless', (_what, make) => {
    expect(growsTooFast((size) => clean(make(size)), most / 16)).toBe(false);
    expectHarmless(clean(make(most)));
  });

  it('longer HTML is cut before it is parsed', () => {
    expect(clean('x'.repeat(5e6))).toHaveLength(most);
    expect(clean(`${'x'.repeat(most)}<b>y</b>`)).toBe('x'.repeat(most));
  });

  it('HTML with more tags than any text has keeps those that it begins with, and says where it ends', () => {
    const context = createParseContext();
    const html = sanitizeHtml(`${'<b>a</b>'.repeat(50_000)}<p>last</p>`, context);
    expect(html?.endsWith('<b>a</b>')).toBe(true);
    expect(html?.length).toBe(400_000);
    expect(context.warnings).toEqual(['The text is too long to be shown whole']);
    expect(clean('<b>a</b>'.repeat(20_000))).toHaveLength(160_000);
  });

  it('what is thrown away takes no room from what is kept', () => {
    const style = 'font-size: 15px; color: rgb(89, 89, 89); font-family: Arial; line-height: 1.5;';
    const styled = `<div style="${style}"><span style="${style}"><span style="${style}">A sentence.</span></span></div>`;
    const picture = `<img src="data:image/png;base64,${'iVBORw0KGgo'.repeat(300_000)}" alt="x">`;
    const cell = '<td><p dir="ltr"><span>$1</span></p></td>';
    const table = `<table><tbody>${`<tr>${cell.repeat(5)}</tr>`.repeat(365)}</tbody></table>`;
    for (const source of [
      styled.repeat(3_000),
      `${picture}<h2>After</h2>`,
      `<a href="/contact">Ask</a>${table}`,
    ]) {
      const context = createParseContext();
      const html = sanitizeHtml(`${source}<p>LAST WORDS</p>`, context);
      expect(html?.endsWith('<p>LAST WORDS</p>')).toBe(true);
      expect(context.warnings.filter((message) => message.includes('too long'))).toEqual([]);
    }
    expect(clean(table)?.match(/<tr>/g)).toHaveLength(365);
  });

  it('a text that is cut ends between whole characters', () => {
    expect(clean(`<p>${'&amp;'.repeat(60_000)}</p><p>x</p>`)).toMatch(/^<p>(&amp;)+<\/p>$/);
    expect(clean(`${'x'.repeat(most - 1)}\u{1f332}y`)).toBe('x'.repeat(most - 1));
  });

  it('headings below another one get lower levels and prefixed ids, with or without other attributes', () => {
    const html = clean('<h2 class="align-center">Told</h2><h3>Then</h3>');
    const fitted = html && fitHeadings(html, 3, 'block-1');
    expect(
      [...(fitted ?? '').matchAll(/<h(\d)[^>]* id="([^"]*)"/g)].map(([, level, id]) => [level, id]),
    ).toEqual([
      ['3', 'block-1-section-told'],
      ['4', 'block-1-section-then'],
    ]);
  });

  it('only the first 500 headings have ids', () => {
    expect(clean('<h2>a</h2>'.repeat(600))?.match(/ id=/g)).toHaveLength(500);
  });

  it('HTML that is nested too deeply is shown as text', () => {
    const context = createParseContext();
    expect(
      sanitizeHtml(`${'<div>'.repeat(300)}a &lt;b&gt;<img src=x onerror=y>`, context)?.replace(/ +/g, ' '),
    ).toBe('<p> a &amp;lt;b&amp;gt; </p>');
    expect(context.warnings).toEqual(['HTML has too many or too deeply nested tags: only its text is shown']);
  });
});

it('reading time counts words, not tags, and is a minute at least', () => {
  expect(readingMinutes(clean(`<p class="align-left">${'a <b>b</b> '.repeat(330)}</p>`))).toBe(3);
  expect([readingMinutes(clean('<p>a</p>')), readingMinutes(null)]).toEqual([1, 1]);
});
