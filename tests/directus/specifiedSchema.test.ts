import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectusAdmin, type DirectusAdmin } from '../../provisioning/directusAdmin.ts';
import { deleteInstance, startDirectus } from '../../scripts/directus/realDirectus.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { createManualClock } from '../support/manualClock.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { devAddresses, pageAddresses } from '../support/siteAddresses.ts';
import { makeSpecifiedSchema } from './specifiedSchema.ts';

const name = 'tests-specified';
const clock = createManualClock(new Date().toISOString());
let directus: Awaited<ReturnType<typeof startDirectus>>;
let admin: DirectusAdmin;
let site: TestSite;

beforeAll(async () => {
  await deleteInstance(name);
  directus = await startDirectus({ name, port: await findFreePort(8255) });
  afterAll(() => directus.stop());
  admin = createDirectusAdmin(directus.url, directus.token);
  await makeSpecifiedSchema(admin);
  site = await startSite({ environment: { DIRECTUS_URL: directus.url }, clock });
  afterAll(() => site.close());
  await site.load();
});

describe('a real Directus with the specified collections and nothing of ours', () => {
  it.each(pageAddresses.filter((path) => !devAddresses.includes(path)))(
    '%s has all of its content',
    async (path) => {
      const { status, text } = await request(site.url).get(path);
      // The specification has no homes and no landing pages.
      expect(status).toBe(['/rentals/meadow-cabin', '/second-homes'].includes(path) ? 404 : 200);
      expect(text).not.toContain('Directus is unreachable');
      expect(text).toContain('What Our Clients Say');
    },
  );

  it('reports nothing, and says in one line what it could do more', () => {
    expect(site.reports).toEqual([]);
    const told = site.logs.filter(({ level, status }) => Number(level) >= 30 && status === undefined);
    expect(told.map(({ msg }) => msg)).toEqual([expect.stringContaining('npm run directus:provision')]);
  });

  it('shows an edit when the content is a minute old', async () => {
    await admin.change('/items/cta_settings/1', { title: 'Edited without a hook' });
    await clock.advance(60_000);
    await expect
      .poll(async () => (await request(site.url).get('/about')).text)
      .toContain('Edited without a hook');
  });

  it('takes a message', async () => {
    const sent = await request(site.url).post('/api/contact').set(fromOwnPage(site.url)).send(goodEnquiry);
    expect(sent.body).toMatchObject({ success: true });
  });
});
