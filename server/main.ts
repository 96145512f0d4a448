import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { createApp } from './app.ts';
import { createCollaborators } from './collaborators.ts';
import { describeConfig, toConfig } from './config.ts';
import { drain } from './drain.ts';
import { createLog } from './log.ts';
import type { ReportError } from './reportError.ts';
import { compressStaticFiles } from './routes/staticFiles.ts';

// The one file with side effects: it reads the environment, builds the collaborators, listens and drains.

const startedAt = performance.now();
const result = toConfig(process.env);
if ('problems' in result) {
  console.error(
    `The configuration has problems:\n${result.problems.map((problem) => `- ${problem}`).join('\n')}`,
  );
  process.exit(1);
}
const { config } = result;
if (process.argv.includes('--check')) {
  console.log(describeConfig(config));
  process.exit(0);
}

const log = createLog(config);
const reportError: ReportError = (error, context) =>
  log.error({ err: error, ...context }, 'An error was reported.');

const collaborators = createCollaborators({
  ...{ config, log, reportError },
  isReady: () => phase === 'ready',
  dist: new URL('../', import.meta.url),
});

/** A process that has never reached the content service is ready all the same after this time. */
const startGraceMs = 10_000;
/** Content that could not be written by then was not going to be. */
const longestCloseMs = 2_000;
let phase: 'starting' | 'ready' | 'draining' = 'starting';

const app = createApp(collaborators);
const server = createServer({ maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 2_000 }, app);
server.keepAliveTimeout = 65_000;
server.headersTimeout = 10_000;
server.requestTimeout = 15_000;
server.maxConnections = 5_000;
server.setTimeout(30_000);

if (config.contactApiUrl === null)
  log.warn('CONTACT_API_URL is not set: contact requests name the address to write to.');
/** With content from a snapshot the first visitor finds kept pages; else the content service comes first. */
async function start(): Promise<void> {
  setTimeout(beReady, startGraceMs).unref();
  if (collaborators.hasKeptContent) {
    await app.renderAhead();
    beReady();
  }
  if (phase !== 'draining') server.listen(config.port, config.host);
  await collaborators.content.warmUp();
  if (phase === 'draining') return;
  if (!collaborators.hasKeptContent) await app.renderAhead();
  beReady();
  collaborators.snapshotKeeper?.start();
}

function beReady(): void {
  if (phase === 'starting') phase = 'ready';
}

server.on('listening', () => {
  const { port } = server.address() as AddressInfo;
  log.info(
    { port, ms: Math.round(performance.now() - startedAt) },
    `Listening on ${config.externalApis.frontendUrl}`,
  );
  compressStaticFiles(collaborators.staticFiles).catch((error) => reportError(error));
});
server.on('error', (error) => {
  log.fatal({ err: error }, 'The server cannot listen.');
  endProcess(1);
});

/** Ends the process when the last lines are written, or after a second without anybody to read them. */
function endProcess(exitCode: number): void {
  setTimeout(() => process.exit(exitCode), 1_000);
  log.flush(() => process.exit(exitCode));
}

async function stop(signal: string, exitCode: number): Promise<void> {
  if (phase === 'draining') process.exit(1);
  // Nobody has been told to come before it was ready, so nobody has to notice that it goes.
  const noticeMs = config.environment === 'production' && phase === 'ready' ? 5_000 : 0;
  phase = 'draining';
  log.info({ signal }, 'Draining.');
  await drain(server, { noticeMs, forceMs: 15_000 });
  app.close();
  await Promise.race([collaborators.close(), setTimeoutPromise(longestCloseMs)]);
  log.info('Drained.');
  endProcess(exitCode);
}
process.on('SIGTERM', () => void stop('SIGTERM', 0));
process.on('SIGINT', () => void stop('SIGINT', 0));
process.on('uncaughtException', (error) => {
  reportError(error);
  void stop('uncaughtException', 1);
});
process.on('unhandledRejection', (error) => {
  reportError(error);
  void stop('unhandledRejection', 1);
});

await start();
