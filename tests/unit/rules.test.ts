import { expect, it } from 'vitest';
import { islands } from '../../client/islands.ts';
import { placesOf, readSources, type Source } from '../support/sources.ts';

const production = readSources('server', 'client', 'shared');
const everything = [...production, ...readSources('tests', 'scripts')];

/** Every place in these files where the pattern is. */
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

/** Rules, each with the places that break it. */
const rules: Readonly<Record<string, () => readonly string[]>> = {
  'links are our own: neither the router\u2019s Link nor its navigation': () => [
    ...code(/<(Link|NavLink|Form)\b/),
    ...text(/\b(Link|NavLink|useNavigate|Navigate)\b.*from 'react-router/),
    ...code(/\b(useNavigate|NavLink)\b/),
  ],
  'every island is named by a test in a browser': () => {
    // In a title or as the value of data-island, and not as a part of another word.
    const isNamed = (name: string) => new RegExp(`['"\`=]${name}\\b|\\b${name}['"\`]`);
    const tests = readSources('tests/browser', 'tests/thorough/browser').map((source) => source.text);
    return Object.keys(islands).filter((name) => !tests.some((test) => isNamed(name).test(test)));
  },
  'no town, company, region or zone stands in code but in shared/words.ts and shared/areaMap.ts': () =>
    production
      .filter(except('shared/words.ts', 'shared/areaMap.ts'))
      // Content of the demo is not code; comments are for us.
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
  'B19 text becomes markup in three places only': () => [
    ...code(
      /dangerouslySetInnerHTML/,
      production.filter(
        except(
          'server/render/Document.tsx',
          'server/site/blocks/SanitisedHtml.tsx',
          'server/site/layout/SiteLayout.tsx',
        ),
      ),
    ),
    ...code(/\b(innerHTML|outerHTML|insertAdjacentHTML)\b|document\.write/),
  ],
  'the environment is read where the process begins, and nowhere else': () =>
    code(
      /process\.env/,
      production.filter(
        except('server/process/config.ts', 'server/main.ts', 'server/instrument.ts', 'server/demo/'),
      ),
    ),
  'nothing is any, nothing is silenced': () => [
    ...code(/(:|<|\bas)\s*any\b(?!\s*[:(])/, everything),
    ...code(/\bas unknown as\b/, everything),
    ...text(/@ts-(ignore|nocheck|expect-error)/, everything),
  ],
  'one file calls the one server renderer of React': () => [
    ...callers('renderToPipeableStream(').filter((path) => path !== 'server/render/renderTree.ts'),
    ...code(/renderTo(String|Readable|StaticMarkup|StaticNode)/),
  ],
  'islands take their ids as props': () => code(/\buseId\b/, inFolder('shared/')),
  'everything is exported by name': () => code(/\bexport default\b/),
  'no file is called after no role': () =>
    everything
      .map(({ path }) => path)
      .filter((path) => /(^|\/)(index|utils?|helpers?|common|types|misc)\.tsx?$/.test(path)),
  'no code is evaluated from text': () => code(/\beval\(|\bnew Function\(/),
  'no test is skipped or left alone': () =>
    code(
      /\b(it|describe|test)\.(only|todo|skip|fails)\b/,
      readSources('tests').filter(except('tests/unit/rules.test.ts')),
    ),
};

it.each(Object.entries(rules))('%s', (_rule, broken) => {
  expect(broken()).toEqual([]);
});

it('the secret of the content hook is compared in constant time', () => {
  const [hook] = production.filter(({ path }) => path === 'server/publishing/contentHook.ts');
  expect(hook?.code).toMatch(/timingSafeEqual\(digest\(.+\), expected\)/);
});
