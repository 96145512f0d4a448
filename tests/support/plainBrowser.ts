import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { killOnExit } from '../../scripts/childProcesses.ts';
import { field } from '../../shared/field.ts';

/** Calls a method of the DevTools protocol on one tab; what it returns is the protocol's result. */
export type Tab = (method: string, params?: object) => Promise<unknown>;

/** A visitor with cookies, storage and caches of their own, empty at first. */
export interface PlainVisitor {
  openTab(): Promise<Tab>;
}

/** A browser without a test driver, which would disable prerendering and the back/forward cache. */
export interface PlainBrowser {
  newVisitor(): Promise<PlainVisitor>;
  /** Opens an address in a tab of its own. */
  open(url: string): Promise<void>;
  /** The same in a background tab. */
  openBehind(url: string): Promise<void>;
  /** Runs an expression in the page at an address, and returns its value; waits until there is one. */
  run(url: string, expression: string): Promise<unknown>;
  close(): Promise<void>;
}

// No other host can be resolved.
const flags = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--window-size=1280,900',
  '--remote-debugging-port=0',
  'about:blank',
];

/** Starts a full Chromium with an empty profile and speaks its DevTools protocol. */
export async function startPlainBrowser(path: string): Promise<PlainBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'plain-browser-'));
  const child = killOnExit(
    spawn(path, [`--user-data-dir=${profile}`, ...flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  const exit = once(child, 'exit');
  const socket = new WebSocket(await debuggerAddress(child.stderr));
  await once(socket, 'open');

  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    waiting.get(Number(field(message, 'id')))?.(field(message, 'result'));
  });
  let ids = 0;
  const send = (method: string, params: object, sessionId?: string): Promise<unknown> => {
    ids += 1;
    const id = ids;
    socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const targetOf = async (url: string): Promise<string> => {
    for (;;) {
      const found = field(await send('Target.getTargets', {}), 'targetInfos');
      const targets: unknown[] = Array.isArray(found) ? found : [];
      const target = targets.find((one) => field(one, 'type') === 'page' && field(one, 'url') === url);
      if (target) return String(field(target, 'targetId'));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  return {
    async newVisitor() {
      const context = {
        browserContextId: field(await send('Target.createBrowserContext', {}), 'browserContextId'),
      };
      return {
        async openTab() {
          const targetId = field(
            await send('Target.createTarget', { url: 'about:blank', ...context }),
            'targetId',
          );
          const attached = await send('Target.attachToTarget', { targetId, flatten: true });
          const sessionId = String(field(attached, 'sessionId'));
          return (method, params = {}) => send(method, params, sessionId);
        },
      };
    },
    open: async (url) => void (await send('Target.createTarget', { url })),
    openBehind: async (url) => void (await send('Target.createTarget', { url, background: true })),
    async run(url, expression) {
      const targetId = await targetOf(url);
      const sessionId = field(await send('Target.attachToTarget', { targetId, flatten: true }), 'sessionId');
      const options = { expression, returnByValue: true };
      const result = await send('Runtime.evaluate', options, String(sessionId));
      // A page that is watched prerenders no other.
      await send('Target.detachFromTarget', { sessionId });
      return field(result, 'result', 'value');
    },
    async close() {
      child.kill('SIGKILL');
      await exit;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The address at which the browser says that it listens. */
async function debuggerAddress(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stderr)) {
    const [, address] = /^DevTools listening on (ws:.+)$/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('The browser ended before it listened.');
}
