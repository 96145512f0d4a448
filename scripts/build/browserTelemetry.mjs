/** What the build of the browser's files needs for error reporting: see `browserTelemetry` and `moveMaps`. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { debugIdOf } from '../../shared/debugId.ts';
import { directImports } from './directImports.mjs';

const require = createRequire(import.meta.url);

/**
 * Options for esbuild. What is defined leaves out of the SDK what we do not use: its debugging, frames and
 * shadow roots in recordings, and the recorder's worker as a text, which would need `blob:` in the policy.
 * The worker becomes a file of ours instead.
 */
export async function browserTelemetry(outdir) {
  const workerUrl = await writeReplayWorker(outdir);
  return {
    define: {
      'process.env.NODE_ENV': '"production"',
      __SENTRY_DEBUG__: 'false',
      __RRWEB_EXCLUDE_IFRAME__: 'true',
      __RRWEB_EXCLUDE_SHADOW_DOM__: 'true',
      __SENTRY_EXCLUDE_REPLAY_WORKER__: 'true',
      REPLAY_WORKER_URL: JSON.stringify(workerUrl),
    },
    plugins: [directImports],
    sourcemap: 'external',
  };
}

/** Writes the worker that compresses recordings, which the SDK carries as a text, and returns its address. */
async function writeReplayWorker(outdir) {
  const sdk = await readFile(require.resolve('@sentry/replay').replace('/cjs/', '/esm/'), 'utf8');
  const literal = /^const \w+ = (`var t=Uint8Array[^`]*`);$/m.exec(sdk)?.[1];
  if (!literal) throw new Error('The replay package holds no compression worker where it used to.');
  const text = runInNewContext(literal);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const name = `replayWorker-${hash.toUpperCase()}.js`;
  await writeFile(`${outdir}/static/${name}`, text);
  return `/static/${name}`;
}

/**
 * Moves the source maps out of the public folder into `maps/`, each marked with the debug id of its script
 * and beside a copy of it that says so too: what `sentry-cli sourcemaps upload dist/maps` takes.
 */
export async function moveMaps(outdir) {
  const folder = `${outdir}/static`;
  await mkdir(`${outdir}/maps`, { recursive: true });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js.map'));
  await Promise.all(
    names.map(async (name) => {
      const script = name.slice(0, -'.map'.length);
      const id = debugIdOf(script);
      const [code, map] = await Promise.all([
        readFile(`${folder}/${script}`, 'utf8'),
        readFile(`${folder}/${name}`, 'utf8'),
      ]);
      await Promise.all([
        writeFile(
          `${outdir}/maps/${script}`,
          `${code.trimEnd()}\n//# debugId=${id}\n//# sourceMappingURL=${name}\n`,
        ),
        writeFile(
          `${outdir}/maps/${name}`,
          JSON.stringify({ ...JSON.parse(map), debug_id: id, debugId: id }),
        ),
        rm(`${folder}/${name}`),
      ]);
    }),
  );
}
