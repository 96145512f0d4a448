import { afterAll, onTestFinished } from 'vitest';
import type { ContentServiceOptions } from '../../server/demo/contentService.ts';
import { type ContentService, startContentService } from './contentService.ts';
import { startSite, type TestSite, type TestSiteOptions } from './site.ts';
import { type SiteProcess, startSiteProcess } from './siteProcess.ts';

/** Starts a site, which ends after the tests of the file or group that calls this. */
export async function siteForFile(options: TestSiteOptions = {}): Promise<TestSite> {
  const site = await startSite(options);
  afterAll(() => site.close());
  return site;
}

// Each of these ends with the test that starts it, those that were started last first.

/** Starts a site. */
export async function siteForTest(options: TestSiteOptions = {}): Promise<TestSite> {
  const site = await startSite(options);
  onTestFinished(() => site.close());
  return site;
}

/** Starts a content service. */
export async function contentForTest(options: ContentServiceOptions = {}): Promise<ContentService> {
  const content = await startContentService(options);
  onTestFinished(() => content.close());
  return content;
}

/**
 * Starts the built site in front of a content service, and waits until it is ready. The content service may be that of
 * several tests: after each it has no faults.
 */
export async function siteProcessForTest(
  content: ContentService,
  environment: Readonly<Record<string, string>> = {},
  mostFiles?: number,
): Promise<SiteProcess> {
  const site = await startSiteProcess(content.url, environment, mostFiles);
  onTestFinished(async () => {
    await content.clearFaults();
    await site.end('SIGKILL');
  });
  await site.firstOk('/readyz');
  return site;
}
