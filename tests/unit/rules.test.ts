import { expect, it } from 'vitest';
import { islands } from '../../client/islands.ts';
import { placesOf, readSources, type Source } from '../support/sources.ts';

const production = readSources('server', 'client', 'shared');
const everything = [...production, ...readSources('tests', 'scripts')];

/** Every place in these files that matches the pattern. */
function found(sources: readonly Source[], pattern: RegExp, where: 'text' | 'code' = 'code'): string[] {
  return sources.flatMap((source) => placesOf(source, pattern, where));
}

const except =
  (...paths: readonly string[]) =>
  ({ path }: Source): boolean =>
    !paths.some((allowed) => (allowed.endsWith('/') ? path.startsWith(allowed) : path === allowed));

const code = (pattern: RegExp, sources = production) => found(sources, pattern);
const text = (pattern: RegExp, sources = production) => found(sources, pattern, 'text');
const callers = (call: string) =>
  production.filter((source) => source.code.includes(call)).map(({ path }) => path);
const inFolder = (folder: string) => production.filter(({ path }) => path.startsWith(folder));

/** Rules, each with a function that finds the places that break it. */
const rules: Readonly<Record<string, () => readonly string[]>> = {
  'links are our own, not the router\u2019s Link or navigation': () => [
    ...code(/<(Link|NavLink|Form)\b/),
    ...text(/\b(Link|NavLink|useNavigate|Navigate)\b.*from 'react-router/),
    ...code(/\b(useNavigate|NavLink)\b/),
  ],
  'a browser test names every island': () => {
    // In a title or as the value of data-island, but not as a part of another word.
    const isNamed = (name: string) => new RegExp(`['"\`=]${name}\\b|\\b${name}['"\`]`);
    const tests = readSources('tests/browser', 'tests/thorough/browser').map((source) => source.text);
    return Object.keys(islands).filter((name) => !tests.some((test) => isNamed(name).test(test)));
  },
  'only shared/words.ts and server/site/blocks/areaMap.ts name a town, company, region or zone': () =>
    production
      .filter(except('shared/words.ts', 'server/site/blocks/areaMap.ts'))
      // Comments may name them.
      .map((source) => ({ ...source, text: source.text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '') }))
      .flatMap((source) =>
        placesOf(
          source,
          /\b(Oregon|Pacific|Northwest|Bend|Sunriver|Sisters|Tumalo|Redmond|La Pine|Deschutes|Cascade|Juniper|America\/|[Hh]igh[ -]desert|[Ss]kiing|larch|miles)\b/,
          'text',
        ),
      ),
  'F10 no element has a style attribute': () =>
    code(
      /\bstyle=/,
      production.filter(({ path }) => path.endsWith('.tsx')),
    ),
  'B19 only three files turn text into markup': () => [
    ...code(
      /dangerouslySetInnerHTML/,
      production.filter(
        except(
          'server/render/Document.tsx',
          'server/site/blocks/SanitizedHtml.tsx',
          'server/site/layout/SiteLayout.tsx',
        ),
      ),
    ),
    ...code(/\b(innerHTML|outerHTML|insertAdjacentHTML)\b|document\.write/),
  ],
  'only the start of the process and the demo read the environment': () =>
    code(
      /process\.env/,
      production.filter(
        except('server/process/config.ts', 'server/main.ts', 'server/instrument.ts', 'server/demo/'),
      ),
    ),
  'no code uses the type any or silences the compiler': () => [
    ...code(/(:|<|\bas)\s*any\b(?!\s*[:(])/, everything),
    ...code(/\bas unknown as\b/, everything),
    ...text(/@ts-(ignore|nocheck|expect-error)/, everything),
  ],
  'only renderTree.ts calls a server renderer of React': () => [
    ...callers('renderToPipeableStream(').filter((path) => path !== 'server/render/renderTree.ts'),
    ...code(/renderTo(String|Readable|StaticMarkup|StaticNode)/),
  ],
  'islands take their ids as props': () => code(/\buseId\b/, inFolder('shared/')),
  'no file has a default export': () => code(/\bexport default\b/),
  'every file is named after its role': () =>
    everything
      .map(({ path }) => path)
      .filter((path) => /(^|\/)(index|utils?|helpers?|common|types|misc)\.tsx?$/.test(path)),
  'no code is evaluated from text': () => code(/\beval\(|\bnew Function\(/),
  'no test is skipped, and none excludes the others': () =>
    code(
      /\b(it|describe|test)\.(only|todo|skip|fails)\b/,
      readSources('tests').filter(except('tests/unit/rules.test.ts')),
    ),
};

it.each(Object.entries(rules))('%s', (_rule, broken) => {
  expect(broken()).toEqual([]);
});

it('the secret of the content hook is compared in constant time', () => {
  const codeOf = (name: string) => production.find(({ path }) => path === name)?.code;
  expect(codeOf('server/publishing/contentHook.ts')).toMatch(/areEqualSecrets\(.+, secret\)/);
  expect(codeOf('server/process/secrets.ts')).toMatch(/timingSafeEqual\(hash\(.+\), hash\(.+\)\)/);
});
