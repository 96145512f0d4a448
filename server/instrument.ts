import { toConfig } from './process/config.ts';

// Loaded by `node --import` before the server: error reporting has to be there first. A configuration with
// problems is left to the server, which names them all and ends.

// Where the machine has another Node than the image.
const needed = 24;
if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(`The site needs Node ${needed} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}

// Stacks name the files and lines of the sources.
process.setSourceMapsEnabled(true);

const result = toConfig(process.env);
const settings = 'config' in result && !process.argv.includes('--check') ? result.config.sentry : null;
if (settings) {
  const { startSentry } = await import('./telemetry/sentry.ts');
  // The log does not exist yet; this is the one line that it does not write. 40 is its number of a warning.
  const { release } = settings;
  await startSentry(settings, (reason) =>
    console.log(JSON.stringify({ level: 40, time: Date.now(), release, reason, msg: 'Profiling is off.' })),
  );
}
