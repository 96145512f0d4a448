import request from 'supertest';
import { expect, it } from 'vitest';
import { drawingNames } from '../../shared/drawings.ts';
import { productionEnvironment } from '../support/headerPolicy.ts';
import { parseHtml } from '../support/html.ts';
import { startSite } from '../support/site.ts';

it('/style shows every drawing and is never indexed', async () => {
  const site = await startSite({ environment: { SHELL_DEADLINE_MS: '10000' } });
  const { status, text } = await request(site.url).get('/style');
  const sitemap = await request(site.url).get('/sitemap.xml');
  await site.close();
  expect(status).toBe(200);
  const page = parseHtml(text);
  expect(page.one('meta[name=robots]').attribute('content')).toBe('noindex');
  expect(page.all('link[rel=canonical]')).toEqual([]);
  expect(page.all('.placeholder use')).toHaveLength(drawingNames.length);
  expect(sitemap.text).not.toContain('/style<');
});

it('/style is no page where developers have none', async () => {
  const site = await startSite({ environment: productionEnvironment });
  const { status } = await request(site.url).get('/style');
  await site.close();
  expect(status).toBe(404);
});
