import { readFile, writeFile } from 'node:fs/promises';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import * as v from 'valibot';

const sourceMap = v.looseObject({ sources: v.array(v.string()), mappings: v.string() });

/**
 * Leaves packages and what the build makes up out of a source map (tc39.es/ecma426), in place: stacks are to name
 * our own files, and a map that has been decoded takes some twenty times its size in memory.
 */
export async function keepOwnMappings(file: string): Promise<void> {
  const map = v.parse(sourceMap, JSON.parse(await readFile(file, 'utf8')));
  const isOwn = map.sources.map((source) => !/node_modules\/|^(imported|required):/.test(source));
  let wasOwn = false;
  const mappings = decode(map.mappings).map((line) =>
    line.flatMap((segment): SourceMapSegment[] => {
      if (segment.length !== 1 && isOwn[segment[1]] === true) {
        wasOwn = true;
        // Without the fifth field: the names in the bundle are those of the sources.
        return [[segment[0], segment[1], segment[2], segment[3]]];
      }
      // Says that nothing is known from here on; else the last of ours would seem to go on.
      const ends: SourceMapSegment[] = wasOwn ? [[segment[0]]] : [];
      wasOwn = false;
      return ends;
    }),
  );
  await writeFile(file, JSON.stringify({ ...map, names: [], mappings: encode(mappings) }));
}
