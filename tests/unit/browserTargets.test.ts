import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { field } from '../../shared/field.ts';

const dist = new URL('../../dist/', import.meta.url);
const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, dist), 'utf8'));

/** Every script of this build that a browser may load, by its name. */
const scripts = new Map(
  Object.keys(Object(field(readJson('browser-metafile.json'), 'outputs')))
    .filter((path) => path.endsWith('.js'))
    .map((path) => [basename(path), readFileSync(new URL(`static/${basename(path)}`, dist), 'utf8')]),
);
scripts.set('boot script', String(field(readJson('manifest.json'), 'bootScript')));

/**
 * Features that one of the target browsers (Chrome 109, Safari 16, Firefox 115) lacks and that the bundler cannot
 * transpile, as patterns of built code.
 */
const missing: Readonly<Record<string, RegExp>> = {
  'functions of Promise': /\bPromise\.(withResolvers|try)\b/,
  'functions of AbortSignal': /\bAbortSignal\.any\b/,
  'functions of URL': /\bURL\.(canParse|parse)\b/,
  'functions that group or build arrays': /\b((Object|Map)\.groupBy|Array\.fromAsync)\b/,
  'functions of other built-in objects': /\b(RegExp\.escape|Error\.isError|Math\.sumPrecise|Iterator\.\w+)\b/,
  'array methods that return changed copies': /\.(toSorted|toReversed|toSpliced)\(/,
  'functions for well-formed strings': /\.(is|to)WellFormed\(/,
  'functions of Set':
    /\.(union|intersection|difference|symmetricDifference|is(Subset|Superset)Of|isDisjointFrom)\(/,
  'functions of iterators':
    /\.(values|keys|entries)\(\)\.(map|filter|take|drop|flatMap|reduce|toArray|some|every|find)\(/,
  'functions of Map': /\.getOrInsert(Computed)?\(/,
  'functions that convert bytes to text': /\.(to|from|setFrom)(Base64|Hex)\(/,
  'functions of Intl': /\bIntl\.(Segmenter|DurationFormat)\b/,
  'symbols for disposal': /\bSymbol\.(d|asyncD)ispose\b/,
  'functions of elements':
    /\.(checkVisibility|(show|hide|toggle)Popover|moveBefore|getHTML|setHTML(Unsafe)?|requestClose)\(/,
  'functions of the scheduler': /\bscheduler\.(yield|postTask)\(/,
  'lookbehind in regular expressions': /\(\?<[=!]/,
  'selectors with :has() in scripts':
    /querySelector(All)?\([^)]{0,200}:has\(|\.(closest|matches)\([^)]{0,200}:has\(/,
};

/** The places of a pattern, without those behind a check that the browser supports it. */
function placesOf(pattern: RegExp, script: string): string[] {
  return [...script.matchAll(new RegExp(pattern, 'g'))]
    .filter(({ 0: found, index }) => {
      const name = /\w+(?=\(?$)/.exec(found)?.[0] ?? found;
      return !script.slice(Math.max(0, index - 40), index).includes(`"${name}"in `);
    })
    .map(({ index }) => script.slice(index, index + 60));
}

describe('the oldest browsers that the build supports', () => {
  it.each(Object.entries(missing))('are served no %s that one of them lacks', (_name, pattern) => {
    expect(scripts.size).toBeGreaterThan(10);
    const found = [...scripts].flatMap(([name, script]) =>
      placesOf(pattern, script).map((place) => `${name}: ${place}`),
    );
    expect(found).toEqual([]);
  });
});
