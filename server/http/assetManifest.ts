import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const inlineText = v.object({ text: v.string(), hash: v.pipe(v.string(), v.startsWith("'sha256-")) });

const manifestSchema = v.object({
  /** The browser's entry script. */
  entry: v.pipe(v.string(), v.startsWith('/static/')),
  /** The script that begins telemetry; fetched late, and only where a service receives it. */
  telemetry: v.pipe(v.string(), v.startsWith('/static/')),
  /** The styles of the search's dialog, fetched when it opens. */
  searchStyles: v.pipe(v.string(), v.startsWith('/static/')),
  /** What only previews load: the editor's overlay, and the looks of the bar. */
  preview: v.object({
    script: v.pipe(v.string(), v.startsWith('/static/')),
    styles: v.pipe(v.string(), v.startsWith('/static/')),
  }),
  /** The theme boot script, inline in every page. */
  bootScript: inlineText,
  /** Of pages that show a notice. */
  noticeScript: inlineText,
  /** Inline stylesheets by the name of their file in client/styles. */
  styles: v.objectWithRest({ base: inlineText }, inlineText),
});

/** What the browser build made, as `build.mjs` wrote it to `dist/manifest.json`. */
export type AssetManifest = v.InferOutput<typeof manifestSchema>;

/** Reads the manifest once at start; throws when the build is missing or of another shape. */
export function readAssetManifest(file: URL): AssetManifest {
  return v.parse(manifestSchema, JSON.parse(readFileSync(file, 'utf8')));
}
