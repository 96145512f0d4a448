import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { checkOnline } from './checkOnline.ts';
import { createDependencies } from './dependencies.ts';
import { createBoundedServer } from './http/connections.ts';
import { createRequestLog } from './http/requestLog.ts';
import { createMetricsServer } from './monitoring/metrics.ts';
import { toConfig } from './process/config.ts';
import { drain } from './process/drain.ts';
import { causeOf, codeOf } from './process/errors.ts';
import { createLifeCycle } from './process/lifeCycle.ts';
import { createLog } from './process/log.ts';
import { createErrorReports } from './telemetry/errorReports.ts';
import { connectTelemetry } from './telemetry/telemetry.ts';

// The one file with side effects: it reads the environment, builds what the site stands on, listens and drains.

const startedAt = performance.now();
const result = toConfig(process.env);
if ('problems' in result) {
  console.error(
    `The configuration has problems:\n${result.problems.map((problem) => `- ${problem}`).join('\n')}`,
  );
  process.exit(1);
}
const { config, effective, warnings } = result;
if (process.argv.includes('--check')) {
  console.log([...effective, ...warnings.map((warning) => `Warning: ${warning}`)].join('\n'));
  if (!process.argv.includes('--online')) process.exit(0);
  const { lines, isReachable } = await checkOnline(config);
  console.log(lines.join('\n'));
  process.exit(isReachable ? 0 : 1);
}

const { log, destination } = await createLog(config);
const logRequest = createRequestLog(destination, config);
const telemetry = await connectTelemetry(config.sentry, log);
const reports = createErrorReports({ log, send: telemetry.report });
const { reportError } = reports;

const dist = new URL('../', import.meta.url);
// Read by the library that draws, with its first text: no font of the machine is looked for.
process.env.FONTCONFIG_FILE = fileURLToPath(new URL('fonts/fonts.conf', dist));
const dependencies = await createDependencies({
  config,
  log,
  logRequest,
  reportError,
  telemetry,
  dist,
  isReady: () => lifeCycle.isReady(),
});
const app = createApp(dependencies);
const { server, closeIdle } = createBoundedServer(app, config);

/** What could not be written by then was not going to be. */
const longestCloseMs = 2_000;

const isDevelopment = config.environment === 'development';
const lifeCycle = createLifeCycle({
  log,
  reportError,
  noticeMs: config.environment === 'production' ? 5_000 : 0,
  // In development an open page listens for the restart, and would be waited for.
  drain: (noticeMs) => drain(server, closeIdle, { noticeMs, forceMs: isDevelopment ? 500 : 15_000 }),
  async close() {
    app.close();
    const closed = Promise.all([dependencies.close(), telemetry.close()]);
    await Promise.race([closed, setTimeoutPromise(longestCloseMs)]);
  },
  exit(code) {
    // When the last lines are written, or after a second without anybody to read them.
    setTimeout(() => process.exit(code), 1_000);
    log.flush(() => process.exit(code));
  },
});
process.on('SIGTERM', lifeCycle.onSignal);
process.on('SIGINT', lifeCycle.onSignal);
// An unhandled rejection comes here as well.
process.on('uncaughtException', lifeCycle.onUncaught);

for (const warning of warnings) log.warn(warning);

/**
 * Since the process began. Without content from the start it is of use after all: its pages say so, and the forms work.
 * A balancer that waits ten seconds finds it ready; until then a rollout does not replace good replicas with it.
 */
const graceMs = 9_500;

/**
 * With content from a snapshot or from other replicas the process is ready when the token of previews is judged, else
 * with the first content.
 */
async function start(): Promise<void> {
  const { content, snapshotWriter } = dependencies;
  if (!lifeCycle.isDraining()) server.listen(config.port, config.host);
  const grace = setTimeout(lifeCycle.beReady, Math.max(0, graceMs - performance.now())).unref();
  const loaded = content.start();
  await refuseWritingToken();
  if (content.hasPages()) lifeCycle.beReady();
  await loaded;
  if (lifeCycle.isDraining()) return;
  snapshotWriter?.start();
  await content.withPages();
  clearTimeout(grace);
  lifeCycle.beReady();
}

/** With a token that may write, a preview would be a way to change content. Until this is known there are none. */
async function refuseWritingToken(): Promise<void> {
  const objection = await dependencies.previews?.objection();
  if (!objection?.mayWrite) return;
  console.error(`DIRECTUS_PREVIEW_TOKEN may only read: ${objection.text}.`);
  process.exit(1);
}

server.on('listening', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  log.info(
    { port, ms: Math.round(performance.now() - startedAt) },
    `Listening on ${config.externalApis.frontendUrl}`,
  );
});
server.on('error', (error) => {
  if (server.listening) lifeCycle.onUncaught(error, 'listen');
  else failStart(error, config.host, config.port);
});
if (config.metricsPort !== null) {
  const { metricsPort, metricsHost } = config;
  const observed = { ...dependencies, pages: app.pages, search: app.search, doctor: app.doctor, reports };
  createMetricsServer(observed)
    .once('error', (error) => failStart(error, metricsHost, metricsPort))
    .listen(metricsPort, metricsHost, () => log.info({ metricsPort }, 'Metrics and status.'));
}

/** Says in one line why nothing can listen there, and ends the process. */
function failStart(error: Error, host: string, port: number): never {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'another process listens there',
    EACCES: 'this user may not',
    EADDRNOTAVAIL: 'this machine has no such address',
  };
  console.error(`The site cannot listen on ${host}:${port}: ${reasons[codeOf(error)] ?? causeOf(error)}.`);
  process.exit(1);
}

await start();
