import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../../../shared/field.ts';
import { fullBrowserPath } from '../../support/browser.ts';
import { goodEnquiry } from '../../support/goodEnquiry.ts';
import { holdResponses } from '../../support/hold.ts';
import { startIngest } from '../../support/ingest.ts';
import { type PlainBrowser, type PlainVisitor, startPlainBrowser } from '../../support/plainBrowser.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { pageAddresses } from '../../support/siteAddresses.ts';
import { forTest, siteForTest } from '../../support/started.ts';

// Test drivers disable this cache, and the browser from npm has none: these tests need a full browser.
const program = fullBrowserPath();
let browser: PlainBrowser;
let visitor: PlainVisitor;
let site: TestSite;

beforeAll(async () => {
  if (program === null) return;
  site = await startSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' } });
  await site.load();
  browser = await startPlainBrowser(program);
  visitor = await browser.newVisitor();
});
afterAll(async () => {
  if (program === null) return;
  await Promise.all([browser.close(), site.close()]);
});

interface Tab {
  /** The value of an expression, which may be a promise, as JSON; undefined when it threw. */
  evaluate(expression: string): Promise<unknown>;
  /** Resolves when an expression is true. */
  until(expression: string): Promise<void>;
  go(address: string): Promise<void>;
  /** Goes back, and resolves when the previous page is there; `why` says what kept it from being restored. */
  back(address: string): Promise<{ readonly persisted: unknown; readonly why: unknown }>;
}

async function openTab({ narrow = false, of = site } = {}): Promise<Tab> {
  const tab = await visitor.openTab();
  await tab('Page.enable');
  await tab('Page.addScriptToEvaluateOnNewDocument', {
    // Every visit is selected to be traced and recorded.
    source: `Math.random = () => 0.05;
      addEventListener('pageshow', ({ persisted }) => { window.shown = persisted; });
      addEventListener('pagehide', () => { window.shown = undefined; });
      addEventListener('storage', (event) => { if (window.deaf) event.stopImmediatePropagation(); });`,
  });
  const phone = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true };
  if (narrow) await tab('Emulation.setDeviceMetricsOverride', phone);
  const evaluate = async (expression: string) => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    return field(await tab('Runtime.evaluate', options), 'result', 'value');
  };
  const until = (expression: string) =>
    expect.poll(() => evaluate(expression), { message: expression, timeout: 60_000 }).toBe(true);
  const isAt = (address: string) =>
    `location.pathname + location.search === '${address}' && window.shown !== undefined && document.readyState === 'complete'`;
  return {
    evaluate,
    until,
    async go(address) {
      await tab('Page.navigate', { url: of.url + address });
      await until(isAt(address));
    },
    async back(address) {
      await evaluate('history.back()');
      await until(isAt(address));
      const [persisted, why] = await Promise.all([
        evaluate('window.shown'),
        evaluate("performance.getEntriesByType('navigation')[0].notRestoredReasons?.toJSON() ?? null"),
      ]);
      return { persisted, why };
    },
  };
}

const hydrations = [
  ['hydrated', true],
  ['not hydrated', false],
] as const;
const restored = { persisted: true, why: null };

/** Hydrates all islands of a page. */
async function hydrateAll(tab: Tab): Promise<void> {
  await tab.until(`[...document.querySelectorAll('[data-island]:not([data-hydrated])')].map((root) => {
    const place = root.firstElementChild ?? root;
    place.scrollIntoView();
    place.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  }).length === 0`);
}

describe.skipIf(program === null)('the back/forward cache', () => {
  it.each(pageAddresses)('G-9 restores %s, with all its islands hydrated', async (address) => {
    const tab = await openTab();
    await tab.go(address);
    await hydrateAll(tab);
    await tab.go('/services?from=elsewhere');
    expect(await tab.back(address)).toEqual(restored);
    expect(await tab.evaluate("document.querySelectorAll('[data-island]:not([data-hydrated])').length")).toBe(
      0,
    );
  });

  it('G-9 restores a page that is traced and recorded', async () => {
    const ingest = await forTest(startIngest());
    const environment = { SENTRY_DSN: ingest.dsn, SENTRY_ENABLE_DEV: '1', METRICS_PORT: '0' };
    const of = await siteForTest({ environment });
    await of.load();
    const tab = await openTab({ of });
    await tab.go('/');
    // Not while tracing and recording start: the browser discards a page that starts a worker after it was left.
    await ingest.waitFor(({ type }) => type === 'transaction', 'the trace');
    await ingest.waitFor(({ type }) => type === 'replay_event', 'the recording');
    await tab.go('/about');
    expect(await tab.back('/')).toEqual(restored);
  });

  it.each(hydrations)(
    'G-15 restores a page with its menu closed, at its scroll position: %s',
    async (_name, isHydrated) => {
      const tab = await openTab({ narrow: true });
      await tab.go('/about');
      // A smooth scroll that brings islands into view would go on.
      await tab.evaluate("document.documentElement.style.scrollBehavior = 'auto'");
      if (isHydrated) await hydrateAll(tab);
      await tab.evaluate("scrollTo({ top: 400, behavior: 'instant' })");
      await tab.evaluate("document.querySelector('.drawer').open = true");
      await tab.evaluate(
        "document.body.append(Object.assign(document.createElement('dialog'), { id: 'left' })), left.showModal()",
      );
      const inert = "document.querySelector('main').closest('[inert]') !== null";
      await tab.until(`${inert} === ${isHydrated}`);
      await tab.go('/blog');
      expect(await tab.back('/about')).toEqual(restored);
      const state = `({
      open: document.querySelectorAll('.site-header details[open], dialog:modal').length,
      inert: ${inert},
      top: Math.round(scrollY),
      scrolls: getComputedStyle(document.documentElement).overflowY !== 'hidden',
    })`;
      expect(await tab.evaluate(state)).toEqual({ open: 0, inert: false, top: 400, scrolls: true });
    },
  );

  it.each(hydrations)(
    'G-9 restores a page with the theme that was chosen in another tab: %s',
    async (_name, isHydrated) => {
      const [tab, other] = await Promise.all([openTab(), openTab()]);
      await other.go('/blog');
      await other.evaluate("localStorage.removeItem('selectedTheme')");
      await tab.go('/about');
      if (isHydrated) await hydrateAll(tab);
      // Some browsers send a cached page no storage events of other tabs, some send them later.
      await tab.evaluate('window.deaf = true');
      await tab.evaluate(
        "document.body.append(Object.assign(document.createElement('dialog'), { id: 'snow', className: 'site-notice', open: true }))",
      );
      await other.evaluate("localStorage.setItem('hiddenNotices', '#snow')");
      expect(await tab.evaluate('document.documentElement.dataset.theme')).toBe('forest');
      await tab.go('/services');
      await hydrateAll(other);
      await other.evaluate("document.querySelector('.theme-list [value=sunset]').click()");
      await other.until("document.documentElement.dataset.theme === 'sunset'");
      expect(await tab.back('/about')).toEqual(restored);
      expect(await tab.evaluate('document.documentElement.dataset.theme')).toBe('sunset');
      expect(await tab.evaluate('snow.open')).toBe(false);
      if (isHydrated) {
        await tab.until("document.querySelector('.theme-list [value=sunset]').ariaPressed === 'true'");
      }
    },
  );

  it('G-9 sends a message whose page was left while sending when the page is restored', async () => {
    const tab = await openTab();
    await tab.go('/contact');
    await hydrateAll(tab);
    // The form sends nothing before the page is three seconds old; on a busy machine it may be older by now.
    await tab.evaluate('void (performance.now = () => -12_000)');
    await fillAndSend(tab);
    await tab.until("document.querySelector('#enquiry > button').textContent === 'Sending...'");
    await tab.go('/privacy');
    expect(site.contactService.submissionIds).toEqual([]);
    expect(await tab.back('/contact')).toEqual(restored);
    await tab.until("document.querySelector('.timeline') !== null");
    expect(await tab.evaluate("document.querySelector('.contact-written').textContent")).toBe(
      goodEnquiry.message,
    );
    expect(site.contactService.submissionIds).toHaveLength(1);

    // Its delivery is followed from its present state, whatever has happened while the page was cached.
    const [id = ''] = site.contactService.submissionIds;
    site.contactService.setDelivery(id, 'queued');
    await tab.go('/privacy');
    site.contactService.setDelivery(id, 'delivered');
    expect(await tab.back('/contact')).toEqual(restored);
    const states =
      "[...document.querySelectorAll('.timeline-step')].map(({ dataset }) => dataset.state).join()";
    await tab.until(`${states} === 'completed,completed,completed'`);
  });

  it('G-9 shows the result of a message whose response came while its page was cached', async () => {
    site.contactService.reset();
    const letThrough = await holdResponses(site.contactService, 'contact');
    const tab = await openTab();
    await tab.go('/contact');
    await hydrateAll(tab);
    await fillAndSend(tab);
    await expect.poll(() => site.contactService.received).toHaveLength(1);
    await tab.go('/privacy');
    letThrough();
    expect(await tab.back('/contact')).toEqual(restored);
    await tab.until("document.querySelector('.timeline') !== null");
    expect(site.contactService.submissionIds).toHaveLength(1);
  });
});

async function fillAndSend(tab: Tab): Promise<void> {
  await tab.evaluate(`(() => {
    const form = document.querySelector('form#enquiry');
    for (const [name, value] of Object.entries(${JSON.stringify(goodEnquiry)})) {
      const control = form.elements.namedItem(name);
      if (control.type === 'checkbox') control.checked = value;
      else control.value = value;
    }
    form.dispatchEvent(new Event('input', { bubbles: true }));
    form.requestSubmit();
  })()`);
}
