import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { killOnExit } from '../../../scripts/childProcesses.ts';
import { findFreePort } from '../../../server/demo/ports.ts';
import { field } from '../../../shared/field.ts';
import { launchBrowser } from '../../support/browser.ts';
import { sendRequest } from '../../support/http.ts';

// `npm run dev` in a copy of the sources, with a page open in a browser.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const copy = mkdtempSync(path.join(tmpdir(), 'dev-loop-'));
for (const name of ['server', 'client', 'shared', 'scripts', 'build.mjs', 'package.json', 'tsconfig.json'])
  cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

/** Two modules of the application. */
const edited = path.join(copy, 'server/routes/crawlerFiles.ts');
const outside = 'server/process/lifeCycle.ts';
const source = readFileSync(edited, 'utf8');
const rule = "'Disallow: /api/',";
const withRule = (name: string) => source.replace(rule, `${rule} 'Disallow: /${name}/',`);

let url = '';
let output = '';
let end: () => Promise<void>;

beforeAll(async () => {
  const port = await findFreePort(0);
  url = `http://127.0.0.1:${port}`;
  const { DIRECTUS_URL: _directus, FRONTEND_URL: _frontend, ...inherited } = process.env;
  // The first build fails: the site starts after the next one, and says when it is ready.
  saveByRename('const = ;');
  const dev = killOnExit(
    spawn(process.execPath, ['scripts/dev.mjs'], {
      cwd: copy,
      // It is the development build whatever the shell says.
      env: { ...inherited, NODE_ENV: 'production', PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.on('data', (part) => {
      output += part;
    });
  }
  end = async () => {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  };
  await vi.waitUntil(() => output.includes('waiting for the next change'), { timeout: 120_000 });
  saveByRename(source);
  await vi.waitUntil(() => output.includes('The site is ready'), { timeout: 120_000 });
}, 250_000);

afterAll(async () => {
  await end();
  rmSync(copy, { recursive: true, force: true });
});

/** Saves as many editors and `git checkout` do: a new file replaces the old one. */
function saveByRename(text: string): void {
  writeFileSync(`${edited}.new`, text);
  renameSync(`${edited}.new`, edited);
}

const robots = async () =>
  fetch(`${url}/robots.txt`).then(
    (response) => response.text(),
    () => '',
  );
const served = (text: string) => expect.poll(robots, { timeout: 60_000 }).toContain(text);

it('reports a broken file of the demo in one line at its start', () => {
  const file = path.join(copy, 'server/demo/content/site.yaml');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, `${before}\nbroken: [\n`);
  const { DIRECTUS_URL: _directus, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/dev.mjs'], { cwd: copy, env });
  writeFileSync(file, before);
  expect([status, String(stderr)]).toEqual([
    1,
    expect.stringMatching(/^server\/demo\/content\/site\.yaml:\d+: .+\n$/),
  ]);
});

it('makes a page that is requested while the site restarts wait for the new site', {
  timeout: 120_000,
}, async () => {
  const before = output.length;
  // One save: two could fall into two builds.
  const seen = "console.log('Another process.'); process.env.FRONTEND_URL = 'https://waited.example';";
  change(outside, (text) => `${text}\n${seen}\n`);
  await vi.waitUntil(() => output.slice(before).includes('Built in'), { timeout: 60_000, interval: 2 });
  const { body } = await sendRequest(url, '/robots.txt', { headers: { connection: 'close' } });
  expect(String(body)).toContain('https://waited.example/');
  expect(output.slice(before)).toContain('Another process.');
});

it('notices every save by rename, and shows a failed build over the page until one succeeds', {
  timeout: 300_000,
}, async () => {
  // Otherwise a failure here would be one of every test below.
  onTestFinished(() => saveByRename(source));
  for (const name of ['first', 'second', 'third']) {
    saveByRename(withRule(name));
    await served(`/${name}/`);
  }

  const page = await openPage('/');
  saveByRename(`${withRule('never')}\nconst = ;\n`);
  const overlay = page.getByRole('alertdialog').filter({ hasText: 'crawlerFiles.ts' });
  await overlay.waitFor({ timeout: 60_000 });
  const line = source.split('\n').length + 1;
  const shown = await overlay.textContent();
  expect(shown).toContain(`server/routes/crawlerFiles.ts:${line}:`);
  expect(shown).toContain('const = ;');
  expect(await robots()).not.toContain('never');
  // One save may be noticed twice, and be built a second time.
  await expect.poll(() => readdirSync(path.join(copy, '.cache'))).toEqual(['dev']);
  // A page that is opened meanwhile shows it too, until it is closed.
  await page.reload();
  await overlay.waitFor();
  await page.keyboard.press('Escape');
  await overlay.waitFor({ state: 'detached' });
  const connects = page.waitForRequest(/\/dev\/reload/);
  await page.goto(`${url}/contact`);
  await connects;
  expect(await overlay.count()).toBe(0);
  // The next failure is another.
  saveByRename(`${withRule('never')}\nlet = ;\n`);
  await overlay.waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Close' }).click();
  await overlay.waitFor({ state: 'detached' });
  saveByRename(`${withRule('never')}\nvar = ;\n`);
  await overlay.waitFor({ timeout: 60_000 });

  saveByRename(withRule('mended'));
  await overlay.waitFor({ state: 'detached', timeout: 60_000 });
  await served('/mended/');
});

/** Saves a file with a change, which is reverted after the test. */
function change(file: string, edit: (text: string) => string): void {
  const place = path.join(copy, file);
  const before = readFileSync(place, 'utf8');
  writeFileSync(place, edit(before));
  onTestFinished(async () => {
    const built = output.length;
    writeFileSync(place, before);
    await vi.waitUntil(() => /Built in|Content/.test(output.slice(built)), { timeout: 60_000 });
  });
}

async function openPage(address: string): Promise<Page> {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  // The site may still be restarting after the previous test restored a file.
  const isThere = () =>
    page.goto(url + address).then(
      (response) => response?.ok(),
      () => false,
    );
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true);
  return page;
}
const alertOf = (page: Page) => page.getByRole('alertdialog').filter({ hasText: /:\d+/ });

it('leaves nothing of a failed build', { timeout: 200_000 }, () => {
  const style = path.join(copy, 'client/styles/base.css');
  const before = readFileSync(style, 'utf8');
  writeFileSync(style, `@import './none.css';\n${before}`);
  const { status, stderr } = spawnSync(process.execPath, ['build.mjs'], { cwd: copy });
  writeFileSync(style, before);
  expect([status, String(stderr)]).toEqual([1, expect.stringContaining('none.css')]);
  expect(readdirSync(copy).filter((name) => name.startsWith('dist'))).toEqual([]);
});

it.each([
  [1280, '/', '.site-header'],
  [390, '/', '.site-header'],
  [1280, '/search-rentals', 'main'],
  [1280, '/contact', 'main'],
])(
  'shows no error after any click at width %i on %s, in %s',
  { timeout: 300_000 },
  async (width, at, part) => {
    const page = await openPage(at);
    await page.setViewportSize({ width, height: 900 });
    const errors: string[] = [];
    page.on('console', (message) => {
      const text = message.text();
      // The booking site of the demo has no address.
      if (message.type() === 'error' && !text.startsWith('Failed to load resource')) errors.push(text);
    });
    const controls = page.locator(`${part} [data-island]`).locator('summary, button');
    let clicked = 0;
    for (let place = 0; place < (await controls.count()); place += 1) {
      await page.goto(url + at);
      const control = controls.nth(place);
      if (!(await control.isVisible())) continue;
      // Before its island is hydrated.
      await control.click();
      clicked += 1;
      await page.waitForFunction(() => document.querySelector('[data-island][data-hydrated]'));
      await page.waitForLoadState('networkidle');
      expect([errors, await page.locator('#build-error').count()]).toEqual([[], 0]);
    }
    expect(clicked).toBeGreaterThan(0);
  },
);

it('swaps styles in open pages and later ones, without a reload', {
  timeout: 200_000,
}, async () => {
  const page = await openPage('/about');
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  change('client/styles/foundation/tokens.css', (text) => `${text}\n:root{--probe:7}\n`);
  const probe = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--probe'));
  await expect.poll(probe, { timeout: 60_000 }).toBe('7');
  expect(await page.evaluate(() => document.body.hasAttribute('data-same'))).toBe(true);
  await page.goto(`${url}/contact`);
  await expect.poll(probe).toBe('7');
  change('client/styles/foundation/reset.css', (text) => `${text}\n.broken { color: `);
  await alertOf(page).waitFor({ timeout: 60_000 });
  expect(await alertOf(page).textContent()).toContain('client/styles/foundation/reset.css');
});

it('says which file has grown since the last release, when the size of what browsers load grew by a tenth', {
  timeout: 200_000,
}, async () => {
  const rules = Array.from({ length: 999 }, (_, at) => `.r${at * 7919}{--v${at}:${(at * 104_729) % 9973}}`);
  change('client/styles/foundation/reset.css', (text) => `${text}\n${rules.join('\n')}\n`);
  await expect
    .poll(() => output, { timeout: 120_000 })
    .toMatch(/^Size of styles of all pages: \d+ bytes, .* client\/styles\/foundation\/reset\.css by/m);
});

it('keeps typed text, the focus and the scroll position over a reload', { timeout: 200_000 }, async () => {
  const page = await openPage('/contact');
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  await page.locator('[name=name]').fill('Maren');
  await page.locator('textarea').fill('A gate that sticks');
  await page.evaluate(() => scrollTo(0, 200));
  change('server/site/pages/ContactPage.tsx', (text) => `${text}\nexport const probe = 1;\n`);
  await page.waitForFunction(() => !document.body?.hasAttribute('data-same'), null, { timeout: 60_000 });
  await expect.poll(() => page.locator('textarea').inputValue()).toBe('A gate that sticks');
  expect(await page.locator('[name=name]').inputValue()).toBe('Maren');
  expect(await page.evaluate(() => [document.activeElement?.tagName, scrollY])).toEqual(['TEXTAREA', 200]);
});

it('shows the last of many quick saves', { timeout: 200_000 }, async () => {
  const page = await openPage('/about');
  const file = path.join(copy, 'server/site/pages/AboutPage.tsx');
  const before = readFileSync(file, 'utf8');
  onTestFinished(() => writeFileSync(file, before));
  for (const round of [1, 2, 3]) {
    for (let save = 1; save <= 20; save += 1) {
      writeFileSync(file, before.replace('<Team ', `<i>Save {${save}} of {${round}}</i>\n<Team `));
      await setTimeout(40);
    }
    await page.getByText(`Save 20 of ${round}`, { exact: true }).waitFor({ timeout: 30_000 });
  }
});

it('shows what was saved with a broken stylesheet once that is mended', { timeout: 200_000 }, async () => {
  const page = await openPage('/about');
  const style = path.join(copy, 'client/styles/foundation/reset.css');
  const before = readFileSync(style, 'utf8');
  writeFileSync(style, `${before}\n.broken { color: `);
  change('server/site/pages/AboutPage.tsx', (text) => text.replace('<Team ', '<i>Saved with it</i>\n<Team '));
  await alertOf(page).waitFor({ timeout: 60_000 });
  // Loaded content clears the error, but the site still lacks the page.
  const place = path.join(copy, 'server/demo/content/pages/about.html');
  writeFileSync(place, readFileSync(place, 'utf8'));
  await alertOf(page).waitFor({ state: 'detached', timeout: 60_000 });
  writeFileSync(style, before);
  await page.getByText('Saved with it', { exact: true }).waitFor({ timeout: 60_000 });
});

it('shows saved content of the demo on the page, and reports a broken file with its line', {
  timeout: 200_000,
}, async () => {
  const page = await openPage('/about');
  const place = path.join(copy, 'server/demo/content/pages/about.html');
  const before = readFileSync(place, 'utf8');
  writeFileSync(place, before.replace('The people behind', 'Saved just now, behind'));
  await page.getByText('Saved just now, behind').waitFor({ timeout: 60_000 });
  writeFileSync(place, before.replace('story: ', 'stori: '));
  const at = before.slice(0, before.indexOf('story: ')).split('\n').length;
  await alertOf(page).waitFor({ timeout: 60_000 });
  expect(await alertOf(page).textContent()).toContain(
    `server/demo/content/pages/about.html:${at}: The demo has "stori", which is not a column of pages.`,
  );
  writeFileSync(place, before);
  await page.getByRole('heading', { name: 'The people behind' }).waitFor({ timeout: 60_000 });
});

it('reloads a page that was requested before content was loaded, and connects after that', {
  timeout: 120_000,
}, async () => {
  const requestAbout = () =>
    fetch(`${url}/about`, { headers: { Accept: 'text/html' } }).then((response) => response.text());
  await expect.poll(requestAbout, { timeout: 60_000 }).toContain('The people behind');
  const place = path.join(copy, 'server/demo/content/pages/about.html');
  const before = readFileSync(place, 'utf8');
  onTestFinished(() => writeFileSync(place, before));
  writeFileSync(place, before.replace('The people behind', 'Saved meanwhile, behind'));
  // Not a request of a page: nothing else connects late.
  const servedAbout = async () => fetch(`${url}/about`).then((response) => response.text());
  await expect.poll(servedAbout, { timeout: 60_000 }).toContain('Saved meanwhile, behind');
  const reload = 'retry: 100\n\nevent: reload\ndata: null\n\n';
  await expect.poll(() => firstEvents('/about'), { timeout: 10_000 }).toBe(reload);
  await requestAbout();
  expect(await firstEvents('/about')).not.toContain('event: reload');
});

it('keeps a connection as long as it says, and not as long as the site keeps its own', async () => {
  const headers = async (address: string) => (await fetch(url + address)).headers;
  // The source maps are its own responses.
  const own = (await headers('/static/none.js.map')).get('keep-alive');
  expect(own).not.toBeNull();
  await expect.poll(async () => (await headers('/robots.txt')).get('keep-alive')).toBe(own);
});

it('shows a thrown error over the page, with lines of the sources', { timeout: 300_000 }, async () => {
  const page = await openPage('/');
  change('server/site/pages/AboutPage.tsx', (text) =>
    text.replace(
      'const hasStory = ({ storyTitle, storyParagraphs, storyPicture }: Page): boolean =>',
      "const hasStory = ({ storyTitle, storyParagraphs, storyPicture }: Page): boolean => { throw new Error('Thrown by a page.'); };\nconst unused = ({ storyTitle, storyParagraphs, storyPicture }: Page): boolean =>",
    ),
  );
  await expect
    .poll(async () => (await page.goto(`${url}/about`).catch(() => null))?.status(), { timeout: 60_000 })
    .toBe(500);
  await alertOf(page).waitFor();
  expect(await alertOf(page).textContent()).toMatch(
    /Thrown by a page\.[\s\S]*server\/site\/pages\/AboutPage\.tsx:\d+/,
  );
  await page.goto(`${url}/contact`);
  await page.getByRole('main').waitFor();
  expect(await alertOf(page).count()).toBe(0);
  // The page that was left may connect after the page that failed was requested.
  await fetch(`${url}/about`, { headers: { Accept: 'text/html' } }).then((response) => response.text());
  expect(await firstEvents('/contact')).not.toContain('Thrown by a page.');
  expect(await firstEvents('/about')).toContain('Thrown by a page.');
});

it('serves the source maps of its scripts', { timeout: 200_000 }, async () => {
  const text = async (address: string) => (await fetch(new URL(address, url))).text();
  const sources = async () => {
    const [, entry = ''] = /src="(\/static\/main-[\w-]+\.js)"/.exec(await text('/')) ?? [];
    const [, map = ''] = /sourceMappingURL=(main-[\w-]+\.js\.map)/.exec(await text(entry)) ?? [];
    return String(field(JSON.parse(await text(`/static/${map}`)), 'sources'));
  };
  // The site may still be restarting after the previous test restored a file.
  await expect.poll(() => sources().catch(String), { timeout: 60_000 }).toContain('client/main.ts');
  expect((await fetch(`${url}/static/none.js.map`)).status).toBe(404);
});

/** The first events that a page gets when it connects. */
async function firstEvents(page: string): Promise<string> {
  const { body } = await fetch(`${url}/dev/reload?page=${page}`);
  for await (const part of body ?? []) return Buffer.from(part).toString();
  return '';
}

it.each<[string, string | RegExp, string, RegExp]>([
  [
    'an error of an island with its component, file and line',
    /(export function ContactForm\([\s\S]*?\{\n)/,
    "$1  if (typeof window === 'object') throw new Error('Thrown by an island.');\n",
    /Thrown by an island\.[\s\S]*ContactForm[\s\S]*shared\/islands\/ContactForm\.tsx:\d+/,
  ],
  [
    'an attribute of an island that differs from the one of the server',
    '<form',
    '<form data-where={typeof window}',
    /attributes[\s\S]*<ContactForm[\s\S]*data-where="object"/,
  ],
  [
    'a text of an island that differs from the one of the server',
    'Send us a message',
    '{typeof window}',
    /Hydration failed[\s\S]*shared\/islands\/ContactForm\.tsx:\d+/,
  ],
])('shows %s', { timeout: 300_000 }, async (_what, place, written, shown) => {
  const page = await openPage('/about');
  change('shared/islands/ContactForm.tsx', (text) => text.replace(place, written));
  await vi.waitUntil(() => page.evaluate(() => true).catch(() => false));
  await expect
    .poll(
      async () => {
        await page.goto(`${url}/contact`).catch(() => null);
        await page.mouse.move(50, 50);
        await page
          .getByLabel(/name/i)
          .first()
          .click({ timeout: 2_000 })
          .catch(() => undefined);
        return page
          .locator('#build-error')
          .textContent({ timeout: 3_000 })
          .catch(() => '');
      },
      { timeout: 90_000 },
    )
    .toMatch(shown);
});

it('shows what a module threw at the start of the site, and starts it again after a change', {
  timeout: 200_000,
}, async () => {
  const page = await openPage('/');
  output = '';
  const throwing = (text: string) => `${text}\nthrow new Error('thrown at start');\n`;
  change(outside, throwing);
  await expect.poll(() => output, { timeout: 60_000 }).toContain('The site has ended');
  await alertOf(page).waitFor({ timeout: 60_000 });
  expect(await alertOf(page).textContent()).toMatch(
    /server\/process\/lifeCycle\.ts:\d+[\s\S]*thrown at start/,
  );
  change(outside, (text) => text.replace(throwing(''), ''));
  await page.getByRole('main').waitFor({ timeout: 60_000 });
});

it('goes on after a site that hangs at its start, and after a stack trace that was cut off', {
  timeout: 200_000,
}, async () => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`POST /dev/stack HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 9\r\n\r\nat`);
  // Time for its beginning to arrive.
  await setTimeout(200);
  socket.destroy();
  const hanging =
    "\nconsole.log('It hangs.');\nsetInterval(() => undefined, 1_000);\nawait new Promise(() => undefined);\n";
  output = '';
  change(outside, (text) => text + hanging);
  await vi.waitUntil(() => output.includes('It hangs.'), { timeout: 60_000 });
  change(outside, (text) => text.replace(hanging, ''));
  await served('Disallow: /api/');
});
