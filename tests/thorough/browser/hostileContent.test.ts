import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContentRow, ContentRows } from '../../../server/demo/demoRows.ts';
import { newVisitor, watchedPage } from '../../support/browser.ts';
import { type BuiltSite, startBuiltSite } from '../../support/builtSite.ts';
import { connectBrowser } from '../../support/connectBrowser.ts';
import { siteAddresses } from '../../support/siteAddresses.ts';

/** Each would set `window.executed` if anything of it ran. `@` is the call. */
const vectors = [
  '<script>@</script>',
  '<img src=x onerror=@>',
  '<img src=x onerror="@" />',
  '<svg onload=@>',
  '<svg><script>@</script></svg>',
  '<svg><animate onbegin=@ attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:@"><text y=20>x</text></a></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>parent.@</script>"></foreignObject></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=@>',
  '<math href="javascript:@">x</math>',
  '<noscript><p title="</noscript><img src=x onerror=@>">',
  '<xmp><p title="</xmp><img src=x onerror=@>">',
  '<textarea><p title="</textarea><img src=x onerror=@>">',
  '<title><p title="</title><img src=x onerror=@>">',
  '<template><script>@</script></template>',
  '<style><img src="</style><img src=x onerror=@>">',
  '<style>@import "javascript:@"</style>',
  '<iframe src="javascript:parent.@"></iframe>',
  '<iframe srcdoc="<script>parent.@</script>"></iframe>',
  '<object data="javascript:@"></object>',
  '<embed src="javascript:@">',
  '<a href="javascript:@" id="click">x</a>',
  '<a href="JaVa&#10;ScRiPt:@">x</a>',
  '<a href="&#x6A;avascript:@">x</a>',
  '<a href=" \u0001javascript:@">x</a>',
  '<a href="data:text/html,<script>@</script>">x</a>',
  '<form action="javascript:@"><button>x</button></form>',
  '<button formaction="javascript:@">x</button>',
  '<input autofocus onfocus=@>',
  '<details open ontoggle=@>x</details>',
  '<video><source onerror=@></video>',
  '<audio src=x onerror=@>',
  '<body onload=@>',
  '<meta http-equiv="refresh" content="0;url=javascript:@">',
  '<base href="javascript:@//">',
  '<link rel=stylesheet href="javascript:@">',
  '<p style="background:url(javascript:@)">x</p>',
  '<div onmouseover=@ onclick=@ onpointerenter=@>x</div>',
  '<!--><img src=x onerror=@>-->',
  '<![CDATA[><img src=x onerror=@>]]>',
  '<?xml version="1.0"?><img src=x onerror=@>',
  '</div></main><script>@</script>',
  '<p id="data-island" data-island="siteMenu" data-props="{}"><img src=x onerror=@></p>',
  '<img name=body><form id=documentElement><input name=dataset>',
  '<iframe name=localStorage></iframe>',
  '<img srcset="x 1x" sizes=x onerror=@ src>',
  '<b <script>@</script>>',
  '<img """><script>@</script>">',
  '&lt;script&gt;@&lt;/script&gt;',
  '"><script>@</script>',
  "';@;//",
  '\u0024{@}',
  '{{constructor.constructor("@")()}}',
  '\u2028<script>@</script>',
].map((vector) => vector.replaceAll('@', 'window.executed=1'));

const everything = vectors.join('\n');

/** Every text of every row says all of it; references and dates stay what they are. */
function poison(rows: ContentRows): void {
  const identifying = [
    'id',
    'slug',
    'status',
    'key',
    'parent_id',
    'service_id',
    'published_at',
    'published_date',
  ];
  const poisoned = (row: ContentRow): ContentRow =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (identifying.includes(name) || typeof value === 'number') return [name, value];
        if (name === 'services_repeater' && value !== null) {
          const card = {
            title: everything,
            description: everything,
            link_url: 'javascript:window.executed=1',
          };
          return [name, JSON.stringify([{ ...card, image_url: everything, additional_info: everything }])];
        }
        if (/url$/.test(name)) return [name, 'javascript:window.executed=1'];
        if (/content$|description$|story/.test(name)) return [name, everything];
        // Short fields are cut: each row says another part of it.
        return [name, vectors[Number(row.id) % vectors.length] ?? everything];
      }),
    );
  rows.pages = rows.pages.map(poisoned);
  rows.services = rows.services.map(poisoned);
  rows.service_features = rows.service_features.map(poisoned);
  rows.cta_settings = rows.cta_settings.map(poisoned);
  rows.navigation = rows.navigation.map(poisoned);
  rows.site_settings = rows.site_settings.map(poisoned);
  rows.blog_posts = [...rows.blog_posts.map(poisoned), ...posts];
}

/** A post for each of them: one alone cannot be swallowed by another's unclosed element. */
const posts: readonly ContentRow[] = vectors.map((vector, at) => ({
  id: 5_000 + at,
  slug: `vector-${at}`,
  status: 'published',
  title: `Vector ${at}`,
  tags: 'Vectors',
  content: `<p>Before</p>${vector}<p>After</p>`,
}));

/** Touches everything, and tells what of it could be dangerous; where links lead is looked at, not followed. */
const look = `(() => {
  for (const element of document.querySelectorAll('main *')) {
    for (const type of ['mouseover', 'pointerenter', 'focus', 'toggle', 'error', 'load']) {
      element.dispatchEvent(new Event(type));
    }
  }
  const schemes = [...document.querySelectorAll('[href], [src], [action], [formaction]')]
    .flatMap((element) => ['href', 'src', 'action', 'formaction'].map((name) => element.getAttribute(name)))
    .filter((address) => address && /^(javascript|data|vbscript):/i.test(address.replace(/[\\u0000-\\u0020]/g, '')));
  const forbidden = [...document.querySelectorAll('main :is(script, object, embed, base, meta, link, style, form:not(.form), input:not(form *), iframe, template)')];
  const handlers = [...document.querySelectorAll('*')].filter((element) =>
    element.getAttributeNames().some((name) => name.startsWith('on')));
  return {
    executed: window.executed ?? null,
    schemes,
    forbidden: forbidden.map(({ outerHTML }) => outerHTML.slice(0, 80)),
    handlers: handlers.map(({ outerHTML }) => outerHTML.slice(0, 80)),
    islands: document.querySelectorAll('.prose [data-island]').length,
    mains: document.querySelectorAll('main').length,
  };
})()`;

const harmless = { executed: null, schemes: [], forbidden: [], handlers: [], islands: 0, mains: 1 };

let browser: Browser;
let site: BuiltSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    connectBrowser(),
    startBuiltSite({ prepare: (content) => poison(content.rows) }),
  ]);
});

afterAll(() => Promise.all([browser.close(), site.close()]));

describe.each([
  ['with its policy', false],
  ['without any policy', true],
])(`B11 content of ${vectors.length} vectors, %s`, (_, bypassCSP) => {
  it.each([
    siteAddresses.home,
    siteAddresses.about,
    siteAddresses.services,
    siteAddresses.service,
    siteAddresses.strManagement,
    siteAddresses.contact,
    siteAddresses.privacy,
    siteAddresses.blog,
    siteAddresses.post,
  ])('B11 %s runs none of it', async (path) => {
    const context = await newVisitor(browser, { bypassCSP });
    const { page, problems } = await watchedPage(context);
    const response = await page.goto(site.url + path);
    expect(response?.status()).toBe(200);
    expect(await page.evaluate(look)).toEqual(harmless);
    // The words are there, as words.
    expect(await page.locator('body').textContent()).toContain('window.executed=1');
    // Nothing was even tried: what the sanitiser removes cannot be blocked.
    const tried = (await problems()).filter((problem) => /^(policy|exception|dialog)/.test(problem));
    expect(tried).toEqual([]);
    await context.close();
  });
});

describe('B11 each vector alone, without any policy', () => {
  it(`B11 none of ${vectors.length} runs or leaves anything dangerous`, async () => {
    const context = await newVisitor(browser, { bypassCSP: true });
    const { page, problems } = await watchedPage(context);
    for (const { slug } of posts) {
      await page.goto(`${site.url}/blog/${String(slug)}`, { waitUntil: 'load' });
      expect(await page.evaluate(look), String(slug)).toEqual(harmless);
      expect(await page.locator('main .prose').textContent(), String(slug)).toContain('Before');
    }
    expect((await problems()).filter((problem) => /^(exception|dialog)/.test(problem))).toEqual([]);
    await context.close();
  }, 120_000);
});
