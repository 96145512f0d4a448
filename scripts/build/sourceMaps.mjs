/** Prepares the source maps of the browser's scripts for error reporting. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { debugIdOf } from '../../shared/debugId.ts';

/**
 * Moves the source maps of scripts out of the public folder into `maps/`. Each map and a copy of its script beside it
 * get the script's debug id, as `sentry-cli sourcemaps upload dist/maps` expects.
 */
export async function moveMaps(outdir) {
  const folder = `${outdir}/static`;
  await mkdir(`${outdir}/maps`, { recursive: true });
  const files = await readdir(folder);
  // Stylesheets never occur in stacks.
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
