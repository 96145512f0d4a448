import type { TestSite, TestSiteOptions } from './site.ts';
import { siteForTest } from './started.ts';

/** A production site for tests of enquiries, with its content loaded. */
export async function contactSiteForTest({ environment, ...options }: TestSiteOptions): Promise<TestSite> {
  const site = await siteForTest({
    ...options,
    environment: { NODE_ENV: 'production', EMAIL_TO: 'info@ridge.example', ...environment },
  });
  await site.load();
  return site;
}
