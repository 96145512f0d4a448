/** The source maps of the browser's files, for error reporting. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { debugIdOf } from '../../shared/debugId.ts';

/**
 * Moves the source maps of scripts out of the public folder into `maps/`, each marked with the debug id of its script
 * and beside a copy of it that says so too: what `sentry-cli sourcemaps upload dist/maps` takes.
 */
export async function moveMaps(outdir) {
  const folder = `${outdir}/static`;
  await mkdir(`${outdir}/maps`, { recursive: true });
  const files = await readdir(folder);
  // No stack leads to styles.
  await Promise.all(files.filter((name) => name.endsWith('.css.map')).map((name) => rm(`${folder}/${name}`)));
  const names = files.filter((name) => name.endsWith('.js.map'));
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
