import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { killOnExit } from '../../scripts/childProcesses.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { siteEnvironment } from '../../server/demo/startDemo.ts';
import { type ContactService, startContactService } from './contactService.ts';
import { type ContentService, startContentService } from './contentService.ts';

/** The built server in a process of its own, as production runs it, over services that a test can break. */
export interface BuiltSite {
  readonly url: string;
  readonly contentService: ContentService;
  readonly contactService: ContactService;
  close(): Promise<void>;
}

interface BuiltSiteOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Breaks or changes the content before the server requests any. */
  readonly prepare?: (contentService: ContentService) => Promise<void> | void;
}

const entry = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

/** Starts it; resolves as soon as it listens, whether or not it has loaded its content. */
export async function startBuiltSite({ environment, prepare }: BuiltSiteOptions = {}): Promise<BuiltSite> {
  const [contentService, contactService, port] = await Promise.all([
    startContentService(),
    startContactService(),
    findFreePort(0),
  ]);
  await prepare?.(contentService);
  const addresses = { contentUrl: contentService.url, contactUrl: contactService.url, port };
  const child = killOnExit(
    spawn(process.execPath, [entry], {
      env: { ...siteEnvironment({ NODE_ENV: 'production' }, addresses), HOST: '127.0.0.1', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const ended = once(child, 'exit');
  await listening(child.stdout.setEncoding('utf8'), ended);
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    contentService,
    contactService,
    async close() {
      child.kill('SIGKILL');
      await ended;
      await Promise.all([contentService.close(), contactService.close()]);
    },
  };
}

/** Resolves when the log says that the server listens. */
function listening(log: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let text = '';
  log.on('data', (part) => {
    text += String(part);
    if (text.includes('Listening on')) resolve();
  });
  ended.then(() => reject(new Error(`The server ended before it listened:\n${text}`)));
  return promise;
}
