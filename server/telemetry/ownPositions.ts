import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import * as v from 'valibot';

const sourceMapFile = v.object({
  ...{ version: v.number(), sources: v.array(v.string()), mappings: v.string(), names: v.array(v.string()) },
});

/** The file that runs: when built, all of the server in one. Nothing else that a stack names is ever read. */
const bundle = import.meta.url;
let map: SourceMap | null | undefined;

/**
 * Lets the stacks of an error and of its causes name our own files and lines instead of those of the bundle, in
 * place. The map is read when the first error needs it: Node would read it, and count the lines of the whole
 * bundle, at every start. Stacks stay as they are where there is no map.
 */
export function nameOwnFiles(error: unknown): void {
  const seen = new Set<unknown>();
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each);
    // A frozen error keeps its stack.
    if (typeof each.stack === 'string' && each.stack.includes(bundle))
      Reflect.set(each, 'stack', withOrigins(each.stack));
  }
}

/** `file:///site/dist/server/main.js:120:7` is how V8 writes a place in an ES module (v8.dev/docs/stack-trace-api). */
function withOrigins(stack: string): string {
  if (map === undefined) map = readMap();
  const [first = '', ...others] = stack.split(`${bundle}:`);
  const named = others.map((rest) => {
    const [place, line, column] = /^(\d+):(\d+)/.exec(rest) ?? [];
    if (place === undefined) return `${bundle}:${rest}`;
    const origin = map?.findOrigin(Number(line), Number(column));
    return origin && 'fileName' in origin
      ? `${new URL(origin.fileName, bundle).href}:${origin.lineNumber}:${origin.columnNumber}${rest.slice(place.length)}`
      : `${bundle}:${rest}`;
  });
  return first + named.join('');
}

function readMap(): SourceMap | null {
  try {
    const parsed = v.parse(sourceMapFile, JSON.parse(readFileSync(new URL(`${bundle}.map`), 'utf8')));
    return new SourceMap({ ...parsed, file: '', sourcesContent: [], sourceRoot: '' });
  } catch {
    return null;
  }
}
