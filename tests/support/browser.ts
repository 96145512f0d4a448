import { existsSync } from 'node:fs';
import packagedChromium from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** A full Chromium: the one that is named, or Debian's. Null where only the packaged one is there. */
export const fullChromiumPath: string | null =
  [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path)) ?? null;

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser: a full Chromium where there is one, otherwise the one that comes with the packages. */
export async function launchBrowser(): Promise<Browser> {
  if (fullChromiumPath !== null) return chromium.launch({ executablePath: fullChromiumPath, args: quiet });
  return chromium.launch({
    executablePath: await packagedChromium.executablePath(),
    args: [...packagedChromium.args, ...quiet],
  });
}
