import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

/** Connects to the browser that the test files share. `close()` ends the connection and its contexts. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserAddress'));
}
