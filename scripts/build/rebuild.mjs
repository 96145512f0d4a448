import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { context } from 'esbuild';

/**
 * For a process that builds repeatedly: rebuilds a part only if one of its input files has changed.
 *
 * @returns takes the paths that have changed since the last build, and returns a substitute for esbuild's `build`. A
 *   part that contains the file names of another part's result must pass that result as `basis`.
 */
export function createRebuild() {
  /** By options: esbuild's context, its last result (null if that failed) and the basis of that. */
  const parts = new Map();

  return (changed) =>
    async (options, basis = null) => {
      const name = JSON.stringify(options);
      const part = parts.get(name) ?? {
        context: await context({ ...options, metafile: true, write: false }),
        result: null,
        basis,
      };
      parts.set(name, part);
      const isTouched = changed.some((path) => path in (part.result?.metafile.inputs ?? {}));
      if (part.result === null || part.basis !== basis || isTouched) {
        part.result = null;
        part.basis = basis;
        const result = await part.context.rebuild();
        // esbuild only warns of invalid CSS, which browsers would silently ignore.
        if (result.warnings.length > 0)
          throw Object.assign(new Error('The build warns.'), { errors: result.warnings });
        part.result = result;
      }
      // Written each time, because each build has a new folder.
      if (options.write !== false) await Promise.all(part.result.outputFiles.map(write));
      return part.result;
    };
}

async function write({ path, contents }) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
