import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { context } from 'esbuild';

/**
 * For a process that builds again and again: a part is built again only when a file has changed that it was made of.
 *
 * @returns how to build as esbuild's `build` does, given the paths that have changed since the last time; a part that
 *   names the files of another part's result takes that result as its `basis`
 */
export function createRebuild() {
  /** By options: esbuild's context, and its last result, unless it failed. */
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
        // Broken CSS is a warning, and browsers leave out what they do not understand.
        if (result.warnings.length > 0)
          throw Object.assign(new Error('The build warns.'), { errors: result.warnings });
        part.result = result;
      }
      // Written each time, because each build makes a folder of its own.
      if (options.write !== false) await Promise.all(part.result.outputFiles.map(write));
      return part.result;
    };
}

async function write({ path, contents }) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
