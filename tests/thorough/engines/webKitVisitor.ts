import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { vi } from 'vitest';
import { killOnExit } from '../../../scripts/childProcesses.ts';
import { findFreePort } from '../../../server/demo/ports.ts';
import { field } from '../../../shared/field.ts';
import { installFallbackFonts } from '../../support/fallbackFonts.ts';
import type { Visitor } from './visitor.ts';

const driverPath = '/usr/bin/WebKitWebDriver';
const displayPath = '/usr/bin/Xvfb';
const nowhere = '127.0.0.1:9';

/** The member of a WebDriver response that names an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Keys that are not characters: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', ArrowDown: '\uE015' };

/** WebKitGTK by plain WebDriver on a display of its own; null when it is not installed. */
export function webKitVisitor(): (() => Promise<Visitor>) | null {
  if (!existsSync(driverPath) || !existsSync(displayPath)) return null;
  return startWebKit;
}

/** Now and then the driver waits forever for the browser that it has started: then another pair is started. */
async function startWebKit(): Promise<Visitor> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce();
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

async function startOnce(): Promise<Visitor> {
  const display = await startDisplay();
  const port = await findFreePort(0);
  const driver = killOnExit(
    spawn(driverPath, ['--host=127.0.0.1', `--port=${port}`], {
      env: { ...process.env, DISPLAY: display.name, FONTCONFIG_FILE: await installFallbackFonts() },
      stdio: 'ignore',
    }),
  );
  const close = async () => {
    await end(driver);
    await end(display.process);
  };
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    });
    const value = field(await response.json(), 'value');
    if (!response.ok)
      throw new Error(`${path}: ${String(field(value, 'error'))} ${String(field(value, 'message'))}`);
    return value;
  };
  const proxy = { proxyType: 'manual', httpProxy: nowhere, sslProxy: nowhere, noProxy: ['127.0.0.1'] };
  const newSession = async () => {
    await vi.waitFor(() => call('GET', '/status'), { timeout: 15_000, interval: 50 });
    return call('POST', '/session', { capabilities: { alwaysMatch: { proxy } } });
  };
  const session = await newSession().catch(async (error) => {
    await close();
    throw error;
  });
  const at = `/session/${String(field(session, 'sessionId'))}`;
  const read = (expression: string) =>
    call('POST', `${at}/execute/async`, {
      script: `const done = arguments[0]; (async () => (${expression}))().then(done, (error) => done(String(error)));`,
      args: [],
    });
  const find = async (selector: string) => {
    const deadline = performance.now() + 15_000;
    for (;;) {
      try {
        const found = await call('POST', `${at}/element`, { using: 'css selector', value: selector });
        return `${at}/element/${String(field(found, elementKey))}`;
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
    }
  };
  return {
    async open(url) {
      await call('POST', `${at}/url`, { url });
      // This driver does not report the console; the inline script of the page hands over uncaught errors.
      await read(
        'void (window.seenErrors = [], window.sendErrors?.((error) => seenErrors.push(String(error))))',
      );
    },
    read,
    async press(selector) {
      const element = await find(selector);
      // With a smooth scroll the driver would click while the page is still scrolling.
      await read(
        `void document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ behavior: 'instant', block: 'center' })`,
      );
      await call('POST', `${element}/click`, {});
    },
    write: async (selector, text) => void (await call('POST', `${await find(selector)}/value`, { text })),
    async key(name) {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[name] }));
      await call('POST', `${at}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    back: async () => void (await call('POST', `${at}/back`, {})),
    async resize(size) {
      // The toolbar keeps a window from becoming narrower than some 450 pixels.
      await call('POST', `${at}/window/rect`, size);
    },
    picture: async () => String(await call('GET', `${at}/screenshot`)),
    async errors() {
      const seen = await read('(window.seenErrors ?? []).splice(0)');
      return Array.isArray(seen) ? seen.map(String) : [];
    },
    async close() {
      await call('DELETE', at).catch(() => undefined);
      await close();
    },
  };
}

/** Starts a virtual display, which chooses a free number itself. */
async function startDisplay(): Promise<{ readonly name: string; readonly process: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const process = killOnExit(spawn(displayPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }));
  const [number] = await once(process.stdio[3] as Readable, 'data');
  return { name: `:${String(number).trim()}`, process };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
