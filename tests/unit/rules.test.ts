import { expect, it } from 'vitest';
import { islands } from '../../client/islands.ts';
import { readSources, textOf } from '../support/sources.ts';

/** The production code without its comments. */
const production = readSources('server', 'client', 'shared').map(({ path, text }) => ({
  path,
  text: text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, ''),
}));

/** The files that match the pattern, except those whose paths begin like this. */
const filesWith = (pattern: RegExp, ...allowed: readonly string[]) =>
  production
    .filter(({ path, text }) => pattern.test(text) && !allowed.some((start) => path.startsWith(start)))
    .map(({ path }) => path);

it('a browser test names every island', () => {
  // In a title or as the value of data-island, but not as a part of another word.
  const isNamed = (name: string) => new RegExp(`['"\`=]${name}\\b|\\b${name}['"\`]`);
  const tests = readSources('tests/browser', 'tests/thorough/browser');
  expect(Object.keys(islands).filter((name) => !tests.some(({ text }) => isNamed(name).test(text)))).toEqual(
    [],
  );
});

it('only shared/words.ts and server/site/components/areaMap.ts name a town, company, region or zone', () => {
  const place =
    /\b(Oregon|Pacific|Northwest|Bend|Sunriver|Sisters|Tumalo|Redmond|La Pine|Deschutes|Cascade|Juniper|America\/|[Hh]igh[ -]desert|[Ss]kiing|larch|miles)\b/;
  expect(filesWith(place, 'shared/words.ts', 'server/site/components/areaMap.ts')).toEqual([]);
});

// JSX that does so is an error of the linter, but for the files that biome.json names.
it('B19 no script turns text into markup', () => {
  expect(filesWith(/\b(innerHTML|outerHTML|insertAdjacentHTML)\b|document\.write/)).toEqual([]);
});

it('the secret of the content hook is compared in constant time', () => {
  expect(textOf('server/routes/contentHook.ts')).toMatch(/areEqualSecrets\(.+, secret\)/);
  expect(textOf('server/process/secrets.ts')).toMatch(/timingSafeEqual\(hash\(.+\), hash\(.+\)\)/);
});
