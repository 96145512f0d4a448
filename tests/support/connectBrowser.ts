import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

/** Connects to the browser that the test files share. `close()` ends the connection and the visitors made on it. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserAddress'));
}
