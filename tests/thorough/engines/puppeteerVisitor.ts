import { existsSync } from 'node:fs';
import { type Browser, type ConsoleMessage, launch } from 'puppeteer-core';
import { fullBrowserPath } from '../../support/browser.ts';
import { installFallbackFonts } from '../../support/fallbackFonts.ts';
import type { Visitor } from './visitor.ts';

const firefoxPath = '/usr/bin/firefox-esr';

/** A port where nothing listens: a proxy there makes every host but our own unreachable at once. */
const nowhere = { host: '127.0.0.1', port: 9 };

/** Firefox by WebDriver BiDi; null when it is not installed. */
export function firefoxVisitor(): (() => Promise<Visitor>) | null {
  if (!existsSync(firefoxPath)) return null;
  return async () =>
    visitorIn(
      await launch({
        browser: 'firefox',
        executablePath: firefoxPath,
        env: { ...process.env, FONTCONFIG_FILE: await installFallbackFonts() },
        extraPrefsFirefox: {
          // The driver waits for a load that a page restored from the back/forward cache does not have.
          'browser.sessionhistory.max_total_viewers': 0,
          'network.proxy.type': 1,
          'network.proxy.http': nowhere.host,
          'network.proxy.http_port': nowhere.port,
          'network.proxy.ssl': nowhere.host,
          'network.proxy.ssl_port': nowhere.port,
          'network.proxy.no_proxies_on': '127.0.0.1',
          'ui.prefersReducedMotion': 1,
        },
      }),
    );
}

/** The full Chromium that other tests use too; null when there is none. */
export function chromiumVisitor(): (() => Promise<Visitor>) | null {
  const executablePath = fullBrowserPath();
  if (executablePath === null) return null;
  return async () =>
    visitorIn(
      await launch({
        executablePath,
        env: { ...process.env, FONTCONFIG_FILE: await installFallbackFonts() },
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-dev-shm-usage',
          '--force-prefers-reduced-motion',
          `--proxy-server=${nowhere.host}:${nowhere.port}`,
          '--proxy-bypass-list=127.0.0.1',
        ],
      }),
    );
}

/** Console lines that tests cause on purpose: a page that does not exist, a host that is unreachable. */
const expectedLine = /status of 404|ERR_PROXY_CONNECTION_FAILED|Permissions-Policy/;

/** The demo draws its pictures when they are requested, which a busy machine may not do in time. */
const isPicture = (message: ConsoleMessage) => message.location().url?.includes('/media/') === true;

async function visitorIn(browser: Browser): Promise<Visitor> {
  // The window that Firefox starts with never has the focus, and without it keys activate no button.
  const page = await browser.newPage({ type: 'window' });
  const found: string[] = [];
  page.on('console', (message) => {
    const line = `${message.type()}: ${message.text()}`;
    if (/^(error|warn)/.test(line) && !expectedLine.test(line) && !isPicture(message)) found.push(line);
  });
  page.on('pageerror', (error) => void found.push(`exception: ${String(error)}`));
  const press = async (selector: string) => {
    const element = await page.waitForSelector(selector, { visible: true });
    await element?.click();
  };
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    read: (expression) => page.evaluate(`(async () => (${expression}))()`),
    press,
    async write(selector, text) {
      await press(selector);
      await page.keyboard.type(text);
    },
    key: (name) => page.keyboard.press(name),
    back: async () => void (await page.goBack()),
    resize: (size) => page.setViewport(size),
    picture: () => page.screenshot({ encoding: 'base64' }),
    errors: async () => found.splice(0),
    close: () => browser.close(),
  };
}
