import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import * as v from 'valibot';

const sourceMapFile = v.object({
  ...{ version: v.number(), sources: v.array(v.string()), mappings: v.string(), names: v.array(v.string()) },
});
/** `file:///site/dist/server/main.js:120:7`, the way V8 writes places in ES modules (v8.dev/docs/stack-trace-api). */
const placeInBundle = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | null>();

/**
 * Lets the stacks of an error and of its causes name our own files and lines instead of those of the bundle, in
 * place. A map is read when the first error needs it: Node would read it, and count the lines of the whole bundle,
 * at every start. Stacks stay as they are where there is no map.
 */
export function nameOwnFiles(error: unknown): void {
  const seen = new Set<unknown>();
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each);
    const stack = each.stack?.replace(
      placeInBundle,
      (place, bundle: string, line: string, column: string) => {
        const origin = mapOf(bundle)?.findOrigin(Number(line), Number(column));
        return origin && 'fileName' in origin
          ? `${new URL(origin.fileName, bundle).href}:${origin.lineNumber}:${origin.columnNumber}`
          : place;
      },
    );
    // A frozen error keeps its stack.
    Reflect.set(each, 'stack', stack);
  }
}

function mapOf(bundle: string): SourceMap | null {
  let map = maps.get(bundle);
  if (map === undefined) {
    map = readMap(new URL(`${bundle}.map`));
    maps.set(bundle, map);
  }
  return map;
}

function readMap(address: URL): SourceMap | null {
  try {
    const parsed = v.parse(sourceMapFile, JSON.parse(readFileSync(address, 'utf8')));
    return new SourceMap({ ...parsed, file: '', sourcesContent: [], sourceRoot: '' });
  } catch {
    return null;
  }
}
