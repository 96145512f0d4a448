import request from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseHtml } from '../support/html.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';

// A quote and the telephone within reach of every page, and nothing of the company that nobody has entered.

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ environment: { SHELL_DEADLINE_MS: '10000' } });
  return () => site.close();
});
beforeEach(() => site.reset());

const pageAt = async (path: string) => parseHtml((await request(site.url).get(path)).text);

describe('every page', () => {
  it.each(Object.entries(siteAddresses))('%s is one click from the form and from a call', async (_, path) => {
    const page = await pageAt(path);
    const quotes = ['.header-actions', '.site-nav', '.drawer-panel'].map((place) =>
      page.all(`header ${place} a`).filter(({ text }) => text === 'Get Quote'),
    );
    expect(quotes.map(([link]) => link?.attribute('href'))).toEqual(['/contact', '/contact', '/contact']);
    const call = page.one('header a.call-link');
    expect([call.text, call.attribute('href')]).toEqual(['Call (541) 555-0142', 'tel:+15415550142']);
    const footer = page.one('footer .footer-reach').text;
    expect(footer).toContain('(541) 555-0142');
    expect(footer).toContain('Monday to Friday');
  });

  it('shows nothing of what the settings do not say', async () => {
    site.contentService.rows.site_settings = [{ id: 1, key: 'site_name', value: 'High Pines' }];
    for (const path of [siteAddresses.home, siteAddresses.about, siteAddresses.contact]) {
      const page = await pageAt(path);
      expect(page.all('a').filter((link) => link.attribute('href')?.startsWith('tel:'))).toEqual([]);
      expect(page.all('.call-link')).toEqual([]);
      expect(page.all('.footer-reach')).toEqual([]);
      expect(page.all('.company-facts')).toEqual([]);
    }
  });

  it('shows hostile and half filled settings as plain text', async () => {
    const hostile = '"><script>alert(1)</script>';
    site.contentService.rows.site_settings = [
      ...['phone', 'emergency_phone', 'founded', 'homes_in_care', 'licence_number', 'hours'].map(
        (key, at) => ({
          id: at + 1,
          key,
          value: hostile + key.repeat(1_000),
        }),
      ),
    ];
    const page = await pageAt(siteAddresses.about);
    expect(page.all('script').filter(({ text }) => text.includes('alert(1)'))).toEqual([]);
    // A text without a number leads nowhere.
    expect(page.all('.call-link')).toEqual([]);
    expect(page.one('.footer-reach').text).toContain('<script>');
    expect(page.one('footer').text.length).toBeLessThan(2_000);
  });
});
