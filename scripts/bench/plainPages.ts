import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { listen } from '../../tests/support/listen.ts';

const line = '<!doctype html><title>x</title><p>One line.';

const style = `*{box-sizing:border-box;margin:0}
body{font:1.0625rem/1.6 system-ui,sans-serif;background:#f7f4ec;color:#1c2721}
.wide{max-width:76rem;margin:0 auto;padding:0 1.25rem}
header{background:#fffdf8;border-bottom:1px solid #d9d4c3}
header .wide{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;min-height:4.75rem}
nav ul{display:flex;flex-wrap:wrap;gap:1rem;padding:0;list-style:none}
a{color:#1f4a38}
h1{font:600 2.2rem/1.15 Georgia,serif}
h2{margin:3rem 0 1rem;font-size:1.8rem}
img{display:block;width:100%;height:auto;border-radius:.6rem}
.first{display:grid;gap:1.5rem;padding:3rem 0}
.button{display:inline-block;padding:.7rem 1.2rem;border-radius:.5rem;background:#1f4a38;color:#fff}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:1.5rem}
article{padding:1.25rem;border:1px solid #d9d4c3;border-radius:.6rem;background:#fffdf8}
footer{margin-top:4rem;padding:3rem 0;background:#17352a;color:#f4f1e4}`;

/** Written by hand, as little as a page of a header, a large picture and a card for each other one can be, with its CSS. */
function plainPage(pictures: readonly string[]): string {
  const [first = '', ...others] = pictures;
  const links = ['Home', 'Services', 'Rentals', 'About', 'Blog', 'Contact'];
  const card = (picture: string, place: number) =>
    `<article><img src="${picture}?w=320" width="600" height="400" alt="" loading="lazy"><h3><a href="/services/${place}">Service ${place}</a></h3><p>We look after your home while you are away, and call you before anything costs money.</p></article>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>A plain page</title><style>${style}</style></head><body><header><div class="wide"><a href="/">Juniper Ridge</a><nav><ul>${links.map((link) => `<li><a href="/${link}">${link}</a></li>`).join('')}</ul></nav></div></header><main class="wide"><section class="first"><h1>Your home, cared for while you are away</h1><p>Property care for owners, from the first thaw to the last snowfall.</p><p><a class="button" href="/contact">Get a quote</a></p><img src="${first}?w=768" width="1600" height="900" alt="" fetchpriority="high"></section><h2>Services</h2><div class="cards">${others.map(card).join('')}</div></main><footer><p class="wide">Central Oregon</p></footer></body></html>`;
}

/** The headers of ours that a browser reads before it makes a document; the policy lets this page's CSS through. */
function policyOf(home: Response): Record<string, string> {
  const digest = createHash('sha256').update(style).digest('base64');
  return Object.fromEntries(
    [...home.headers]
      .filter(([name]) => /^(content-security|cross-origin|origin-agent|permissions|referrer|x-)/.test(name))
      .map(([name, value]) => [name, value.replace('style-src', `style-src 'sha256-${digest}'`)]),
  );
}

/**
 * What no page of ours can be quicker than: one line of text, and a plain page with the pictures of the home
 * page, each as it is and with our header policy.
 */
export async function startPlainPages(siteUrl: string) {
  const home = await fetch(`${siteUrl}/`);
  const found = (await home.text()).match(/\/media\/[\w-]+(?=\?w=320 )/g) ?? [];
  const plain = plainPage([...new Set(found)]);
  const policy = policyOf(home);
  const pages = new Map(
    Object.entries({ '/line': line, '/plain': plain }).flatMap(([path, html]) => {
      const body = brotliCompressSync(html);
      const headers = { 'Content-Type': 'text/html', 'Content-Encoding': 'br' };
      return [
        [path, { headers, body }],
        [`${path}-policy`, { headers: { ...headers, ...policy }, body }],
      ] as const;
    }),
  );
  const server = createServer(async (request, response) => {
    const address = request.url ?? '';
    const page = pages.get(address);
    if (page) {
      response.writeHead(200, page.headers).end(page.body);
      return;
    }
    const picture = await fetch(siteUrl + address);
    const type = picture.headers.get('content-type') ?? '';
    response.writeHead(picture.status, { 'Content-Type': type });
    response.end(Buffer.from(await picture.arrayBuffer()));
  });
  const url = await listen(server);
  return {
    pages: {
      'plain page, CSS inside': `${url}/plain`,
      'the same with our header policy': `${url}/plain-policy`,
      'one line of text': `${url}/line`,
      'the same line with our header policy': `${url}/line-policy`,
    },
    close: () => server.close(),
  };
}
