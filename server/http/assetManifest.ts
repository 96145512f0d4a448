import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const builtFile = v.pipe(v.string(), v.startsWith('/static/'));

const manifestSchema = v.object({
  /** The browser's entry script. */
  entry: builtFile,
  /** The script that starts telemetry; loaded late, and only if a service receives it. */
  telemetry: builtFile,
  /** What only previews load: the script of the editor's overlay, and the styles of the preview bar. */
  preview: v.object({ script: builtFile, styles: builtFile }),
  /** The id of a development build, by which its pages notice a later one. */
  build: v.optional(v.string()),
  /** The theme boot script, inline in every page. */
  bootScript: v.string(),
  /** Inline in pages that show a notice. */
  noticeScript: v.string(),
  /** The stylesheet that every page has; and those of components, by layer and name, in their order. */
  styles: v.object({ base: v.string(), layers: v.record(v.string(), v.record(v.string(), v.string())) }),
});

/** The output of the browser build, as `build.mjs` wrote it to `dist/manifest.json`. */
export type AssetManifest = v.InferOutput<typeof manifestSchema>;

/** Reads the manifest once at start; throws when the build is missing or of another shape. */
export function readAssetManifest(file: URL): AssetManifest {
  return v.parse(manifestSchema, JSON.parse(readFileSync(file, 'utf8')));
}
