import { existsSync } from 'node:fs';
import chromiumPackage from '@sparticuz/chromium';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { installFallbackFonts } from './fallbackFonts.ts';

const installed = '/usr/bin/chromium';

/**
 * A full Chromium, where there is one: the one that comes with the packages neither renders ahead nor restores
 * pages. CI has one, so that no test is left out there.
 */
export function fullBrowserPath(): string | null {
  const path = process.env.CHROMIUM_PATH || (existsSync(installed) ? installed : null);
  if (path === null && process.env.CI) throw new Error('CI needs a full Chromium.');
  return path;
}

/** How the browser starts: a full one where there is one, else the one that comes with the packages. */
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

/** Starts a browser. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch(await launchOptions(args));
}

/** Starts the browser that comes with the packages: without a graphics card it takes half the time of a full one. */
export async function launchSmallBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch(await launchOptions(args, null));
}
