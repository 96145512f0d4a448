import { existsSync } from 'node:fs';
import chromiumPackage from '@sparticuz/chromium';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { installFallbackFonts } from './fallbackFonts.ts';

const installed = '/usr/bin/chromium';

/**
 * The path of a full Chromium, or null: the packaged one neither prerenders nor restores pages from the back/forward
 * cache. CI must have one, so that no test is skipped there. Throws if `CHROMIUM_PATH` names no file.
 */
export function fullBrowserPath(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`);
  const path = named || (existsSync(installed) ? installed : null);
  if (path === null && process.env.CI) throw new Error('CI needs a full Chromium.');
  return path;
}

/** Launch options of the browser: a full one if there is one, else the packaged one. */
export async function launchOptions(
  args: readonly string[] = [],
  path = fullBrowserPath(),
): Promise<LaunchOptions> {
  return {
    executablePath: path ?? (await chromiumPackage.executablePath()),
    env: { ...process.env, FONTCONFIG_FILE: await installFallbackFonts() },
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars', ...args],
  };
}

export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch(await launchOptions(args));
}

/** Starts the packaged browser: without a graphics card it takes half the time of a full one. */
export async function launchSmallBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch(await launchOptions(args, null));
}
