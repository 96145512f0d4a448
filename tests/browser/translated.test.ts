import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hydrate, hydrateAll, type OpenPage, phone, visitSite } from '../support/browserPage.ts';
import { fill } from '../support/contactForm.ts';

const urgentWords =
  'Water, heat, locks or noise now? (541) 555-0187 At all hours, for clients, guests and neighbors.';

const visit = visitSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example' } });

/**
 * Translates as browsers do: puts every text, also those that come later, into two `font` elements. `moves` keeps the
 * text node, which then has another parent than React knows; `replaces` leaves React with a node outside the document.
 */
type Manner = 'moves' | 'replaces';

function translate(manner: Manner): void {
  const wrap = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (text instanceof Text) found.push(text);
    for (const text of found) {
      if (text.data.trim() === '' || text.parentElement?.closest('font, script, style, textarea')) continue;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      text.replaceWith(outer);
      inner.append(manner === 'moves' ? text : text.data);
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) wrap(node.parentNode ?? node);
  }).observe(document.documentElement, { childList: true, subtree: true });
  wrap(document.body);
}

/** Opens a page, hydrates its islands, and translates it. */
async function openTranslated(path: string, manner: Manner, options = {}): Promise<OpenPage> {
  const opened = await visit.open(path, options);
  await hydrateAll(opened.page);
  await opened.page.evaluate(translate, manner);
  return opened;
}

const textsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((element) => element.textContent));

describe.each<Manner>(['moves', 'replaces'])('on a page that a translator %s the texts of', (manner) => {
  it('siteSearch follows what is typed and corrected', async () => {
    const { page, problems } = await openTranslated('/about', manner);
    await page.click('.search-link');
    const field = page.getByRole('combobox');
    const suggested = async (query: string) => {
      const response = await page.request.get(`${visit.site.url}/api/search?q=${encodeURIComponent(query)}`);
      const { hits } = await response.json();
      return hits.map(({ title }: { readonly title: readonly { readonly text: string }[] }) =>
        title.map(({ text }) => text).join(''),
      );
    };
    const shown = () => textsOf(page, '[role=option] > :first-child');
    await field.pressSequentially('window');
    await expect.poll(shown).toEqual(await suggested('window'));
    await field.press('Backspace');
    await field.press('Backspace');
    await expect.poll(shown).toEqual(await suggested('wind'));
    await field.fill('roof');
    await expect.poll(shown).toEqual(await suggested('roof'));
    const below = async () => (await textsOf(page, '.search-state, .search-steps')).join(' | ');
    for (const query of ['xylophone', 'burst pipe', 'burst xylophone', 'burst pipe']) {
      await field.fill(query);
      const hasHits = (await suggested(query)).length > 0;
      const steps = hasHits ? '' : 'All services or ask us.';
      await expect
        .poll(below)
        .toBe(
          `${hasHits ? `${(await suggested(query)).length} suggestions. Enter shows all results. A number to call is below.` : 'Nothing found. Try other or fewer words, or go on here:'} | ${steps} ${urgentWords}`,
        );
    }
    await field.fill('');
    await expect.poll(below).toBe('Type what you need. Enter shows all results.');
    expect(problems).toEqual([]);
  });

  it('blogFilters names the list that is shown', async () => {
    const { page, problems } = await openTranslated('/blog', manner);
    const banner = async () => (await textsOf(page, '.filter-banner > span')).join();
    for (const at of [1, 2, 1]) {
      const chip = page.locator('.blog-filters .chip').nth(at);
      await chip.click();
      await expect.poll(banner).toBe(`Showing posts in ${await chip.textContent()}`);
      await expect.poll(() => page.textContent('.blog-filters [role=status]')).toMatch(/^\d+ posts? in \w+/);
    }
    await page.click('.filter-banner a');
    await expect.poll(banner).toBe('');
    expect(problems).toEqual([]);
  });

  it('bookingSearch, the menu and the theme switcher keep their words', async () => {
    const { page, problems } = await openTranslated('/rentals', manner, {
      // The booking vendor's widget: only with one can the search be switched.
      prepare: (opened: Page) =>
        opened.route('**/searchwidget.js', (route) =>
          route.fulfill({
            contentType: 'text/javascript',
            body: `window.SearchWidget = function (id) {
              document.getElementById(id).append(document.createElement('input'));
            };`,
          }),
        ),
    });
    const choice = page.locator('.booking-head button');
    await expect.poll(() => choice.getAttribute('data-shown')).toBe('true');
    for (const label of ['Simple search', 'Calendar', 'Simple search']) {
      await choice.click();
      await expect.poll(() => choice.textContent()).toBe(label);
    }
    await page.click('.theme-toggle');
    await page.click('.theme-list [value=sunset]');
    await expect.poll(() => page.textContent('.theme-list [aria-pressed=true]')).toBe('Desert Sunset');
    await page.locator('.site-nav .submenu-toggle').first().click();
    expect(await page.locator('.site-nav .submenu-list a').first().isVisible()).toBe(true);
    await page.setViewportSize(phone.viewport);
    await page.click('.drawer-toggle');
    expect((await textsOf(page, '.drawer-search')).join()).toBe('Search');
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
  });

  it('contactForm and its timeline say what is wrong, what was sent and where it is', async () => {
    await visit.reset();
    const { page, problems } = await visit.open('/contact', { prepare: (opened) => opened.clock.install() });
    await hydrate(page, 'contactForm');
    await page.evaluate(translate, manner);
    const error = () => page.textContent('#enquiry-email-error');
    const submit = () => page.click('#enquiry > button');
    await page.fill('#enquiry-name', 'Ada');
    await submit();
    const missing = await error();
    expect(missing).toMatch(/^Error: \w/);
    await page.fill('#enquiry-email', 'nobody');
    await submit();
    await expect.poll(error).not.toBe(missing);
    expect(await textsOf(page, '.contact-form [role=alert] li:first-child')).toEqual([
      (await error())?.replace('Error: ', ''),
    ]);
    await visit.site.contactService.fault('contact', { kind: 'status', status: 500 });
    await fill(page);
    await submit();
    await page.clock.runFor(3_000);
    await page.locator('.contact-failure').waitFor();
    await visit.site.contactService.clearFaults();
    await submit();
    await page.clock.runFor(3_000);
    await page.locator('.contact-success').waitFor();
    await expect
      .poll(async () => {
        await page.clock.runFor(3_000);
        return (await textsOf(page, '.timeline-state')).map((text) => text?.split(',')[0]);
      })
      .toEqual([': Done', ': Done', ': Done']);
    await page.locator('.contact-success > .button').click();
    await expect.poll(() => page.textContent('#enquiry > button')).toBe('Send Message');
    expect(problems).toEqual([]);
  });
});
