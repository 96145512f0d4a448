import { toConfig } from './process/config.ts';

// Loaded by `node --import` before the server: error reporting must start first. An invalid configuration is left to
// the server, which lists all problems and exits.

// A machine may have another Node than the container image.
const needed = 24;
if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(`The site needs Node ${needed} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}

// The first process of a container is not ended by a signal that it does not listen for, and the start takes seconds.
process.on('SIGTERM', () => {
  const isStarting = process.listenerCount('SIGTERM') === 1;
  if (isStarting) process.exit(0);
});

// Makes stack traces name the files and lines of the sources.
process.setSourceMapsEnabled(true);

const result = toConfig(process.env);
const settings = 'config' in result && !process.argv.includes('--check') ? result.config.sentry : null;
if (settings) {
  const { startSentry } = await import('./telemetry/sentry.ts');
  // The log does not exist yet: this is the one line that bypasses it. 40 is pino's number for a warning.
  const { release } = settings;
  await startSentry(settings, (reason) =>
    console.log(JSON.stringify({ level: 40, time: Date.now(), release, reason, msg: 'Profiling is off.' })),
  );
}
