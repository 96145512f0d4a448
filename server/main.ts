import { createApp } from './app.ts';
import { checkOnline } from './checkOnline.ts';
import { createDependencies } from './dependencies.ts';
import { createBoundedServer } from './http/connections.ts';
import { createRequestLog } from './http/requestContext.ts';
import { createMetricsServer } from './monitoring/metrics.ts';
import { toConfig } from './process/config.ts';
import { causeOf, codeOf, type ReportError } from './process/errors.ts';
import { createLifeCycle } from './process/lifeCycle.ts';
import { createLog } from './process/log.ts';
import { createErrorReports } from './telemetry/errorReports.ts';
import { connectTelemetry } from './telemetry/telemetry.ts';

// Builds the dependencies, listens and drains. `instrument.ts` has run before it.

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

/** Whether there was content that makes pages, since this process began. */
let hadPages = false;

const dist = new URL('../', import.meta.url);
const dependencies = await createDependencies({
  config,
  log,
  logRequest,
  reportError,
  telemetry,
  dist,
  // A content service that answers without content is not waited out. One that is emptied later does not cost the forms.
  isReady: () => lifeCycle.isReady() && (hadPages || !dependencies.content.isUnusable()),
});
const isDevelopment = config.environment === 'development';
if (isDevelopment) {
  // Not to outlive a `npm run dev` or a demo that was killed. The channel alone must not keep the process running.
  process.once('disconnect', () => process.exit());
  process.channel?.unref();
}
/** Also tells `scripts/dev.mjs`, which shows the error over the page. */
const reportToPage: ReportError = (error, context) => {
  reportError(error, context);
  process.send?.({ error: error instanceof Error ? error.stack : String(error) });
};
const app = createApp(isDevelopment ? { ...dependencies, reportError: reportToPage } : dependencies);
const { server, closeIdle } = createBoundedServer(app, log);

const lifeCycle = createLifeCycle({
  log,
  reportError,
  server,
  closeIdle,
  noticeMs: config.environment === 'production' ? 5_000 : 0,
  forceMs: 15_000,
  close() {
    app.close();
    return Promise.all([dependencies.close(), telemetry.close()]);
  },
});
process.on('SIGTERM', lifeCycle.onSignal);
process.on('SIGINT', lifeCycle.onSignal);
// Unhandled rejections arrive here as well.
process.on('uncaughtException', lifeCycle.onUncaught);

for (const warning of warnings) log.warn(warning);

/**
 * Time since the process began after which it is ready even without content: its pages say so, and the forms work. A
 * load balancer that waits ten seconds finds it ready; until then a rollout does not replace good replicas with it.
 */
const graceMs = 9_500;

/**
 * Starts listening. With content from a snapshot or from other replicas, the process is ready once the preview token
 * has been checked; otherwise when the first pages are loaded, or after `graceMs`.
 */
async function start(): Promise<void> {
  const { content, snapshotWriter } = dependencies;
  server.listen(config.port, config.host ?? undefined);
  setTimeout(lifeCycle.markReady, Math.max(0, graceMs - performance.now())).unref();
  const loaded = content.start();
  await refuseWritingToken();
  if (content.hasPages()) lifeCycle.markReady();
  await loaded;
  if (lifeCycle.isDraining()) return;
  snapshotWriter?.start();
  await content.pagesLoaded();
  hadPages = true;
  lifeCycle.markReady();
}

/** Exits if the preview token may write: previews could then change content. Until this is known there are none. */
async function refuseWritingToken(): Promise<void> {
  const problem = await dependencies.previews?.tokenProblem();
  if (!problem?.mayWrite) return;
  console.error(`DIRECTUS_PREVIEW_TOKEN must be read-only: ${problem.text}.`);
  process.exit(1);
}

server.on('listening', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  log.info(
    { port, ms: Math.round(performance.now() - startedAt) },
    `Listening on ${config.externalApis.frontendUrl}`,
  );
  // `scripts/dev.mjs` lets the system choose the port.
  if (isDevelopment) process.send?.({ port });
});
server.on('error', (error) => {
  if (server.listening) lifeCycle.onUncaught(error, 'listen');
  else failStart(error, 'HOST', config.host, config.port);
});
if (config.metricsPort !== null) {
  const { metricsPort, metricsHost } = config;
  createMetricsServer({ ...dependencies, reports, app })
    .once('error', (error) => failStart(error, 'METRICS_HOST', metricsHost, metricsPort))
    .listen(metricsPort, metricsHost, () => log.info({ metricsPort }, 'Serving metrics and status.'));
}

/** Prints in one line why the server cannot listen there, and exits. */
function failStart(error: Error, variable: string, host: string | null, port: number): never {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'another process is listening there',
    EACCES: 'this user is not allowed to',
    EADDRNOTAVAIL: 'this machine has no such address',
    ENOTFOUND: 'there is no such host',
  };
  const where = host === null ? `port ${port}` : `${host}:${port}`;
  const isWrongHost = host !== null && /^(EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/.test(codeOf(error));
  const wayOut = isWrongHost
    ? ` ${variable} is “${host}”, which a shell may have set: unset it, or set an address.`
    : '';
  console.error(`The site cannot listen on ${where}: ${reasons[codeOf(error)] ?? causeOf(error)}.${wayOut}`);
  process.exit(1);
}

await start();
