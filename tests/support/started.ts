import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { type ContentService, startContentService } from './contentService.ts';
import { closeServer, listen } from './listen.ts';
import { startSite, type TestSite, type TestSiteOptions } from './site.ts';
import { type SiteProcess, startSiteProcess } from './siteProcess.ts';

interface Closable {
  close(): unknown;
}

// What was started last ends first.

/** Ends what is started here after the tests of the file or group that calls this. */
export async function forFile<Started extends Closable>(starting: Promise<Started>): Promise<Started> {
  const started = await starting;
  afterAll(async () => void (await started.close()));
  return started;
}

/** Ends what is started here after the test that calls this. */
export async function forTest<Started extends Closable>(starting: Promise<Started>): Promise<Started> {
  const started = await starting;
  onTestFinished(async () => void (await started.close()));
  return started;
}

/** A new folder, which is removed after the tests of the file or group that calls this. */
export function folderForFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-tests-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts a server on a free loopback port; its address. */
export async function serverForTest(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => closeServer(server));
  return listen(server);
}

export const siteForFile = (options: TestSiteOptions = {}): Promise<TestSite> => forFile(startSite(options));
export const siteForTest = (options: TestSiteOptions = {}): Promise<TestSite> => forTest(startSite(options));
export const contentForTest = (
  options: Parameters<typeof startContentService>[0] = {},
): Promise<ContentService> => forTest(startContentService(options));

/** Starts the built site in front of a content service, and waits until it is ready. */
export async function siteProcessForFile(
  content: ContentService,
  environment: Readonly<Record<string, string>> = {},
): Promise<SiteProcess> {
  const site = await startSiteProcess(content.url, environment);
  afterAll(async () => void (await site.end('SIGKILL')));
  await site.firstOk('/readyz');
  return site;
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
