import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { context } from 'esbuild';

/**
 * What does esbuild's work for a process that builds again and again: each piece of it only when a file has
 * changed that it read, and then only what that file changes in it.
 *
 * @returns how to build as esbuild's `build` does, given the paths that have changed since the last time; what
 *   names files of an earlier result takes that as its `basis`
 */
export function createRebuild() {
  /** By options: esbuild's context, and its last result, unless it failed. */
  const works = new Map();

  return (changed) =>
    async (options, basis = null) => {
      const name = JSON.stringify(options);
      const work = works.get(name) ?? {
        context: await context({ ...options, metafile: true, write: false }),
        result: null,
        basis,
      };
      works.set(name, work);
      const isTouched = changed.some((path) => path in (work.result?.metafile.inputs ?? {}));
      if (work.result === null || work.basis !== basis || isTouched) {
        work.result = null;
        work.basis = basis;
        const result = await work.context.rebuild();
        // Broken CSS is a warning, and browsers leave out what they do not understand.
        if (result.warnings.length > 0)
          throw Object.assign(new Error('The build warns.'), { errors: result.warnings });
        work.result = result;
      }
      // Written each time, because each build makes a folder of its own.
      if (options.write !== false) await Promise.all(work.result.outputFiles.map(write));
      return work.result;
    };
}

async function write({ path, contents }) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
