import { describe, expect, it } from 'vitest';
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

describe('rules that hold in every file', () => {
  it('links are our own: neither the router\u2019s Link nor its navigation', () => {
    expect(found(production, /<(Link|NavLink|Form)\b/)).toEqual([]);
    expect(found(production, /\b(Link|NavLink|useNavigate|Navigate)\b.*from 'react-router/, 'text')).toEqual(
      [],
    );
    expect(found(production, /\b(useNavigate|NavLink)\b/)).toEqual([]);
  });

  it('F10 no element has a style attribute', () => {
    expect(
      found(
        production.filter(({ path }) => path.endsWith('.tsx')),
        /\bstyle=/,
      ),
    ).toEqual([]);
  });

  it('B19 text becomes markup in three places only', () => {
    const allowed = except(
      'server/render/Document.tsx',
      'server/site/blocks/SanitisedHtml.tsx',
      'server/site/layout/SiteLayout.tsx',
    );
    expect(found(production.filter(allowed), /dangerouslySetInnerHTML/)).toEqual([]);
    expect(found(production, /\b(innerHTML|outerHTML|insertAdjacentHTML)\b|document\.write/)).toEqual([]);
  });

  it('the environment is read where the process begins, and nowhere else', () => {
    const allowed = except(
      'server/process/config.ts',
      'server/main.ts',
      'server/instrument.ts',
      'server/demo/',
    );
    expect(found(production.filter(allowed), /process\.env/)).toEqual([]);
  });

  it('nothing is any, nothing is silenced', () => {
    expect(found(everything, /(:|<|\bas)\s*any\b(?!\s*[:(])/)).toEqual([]);
    expect(found(everything, /\bas unknown as\b/)).toEqual([]);
    expect(found(everything, /@ts-(ignore|nocheck|expect-error)/, 'text')).toEqual([]);
  });

  it('one file calls the server renderer of React', () => {
    const callers = production.filter(({ code }) => code.includes('renderToPipeableStream('));
    expect(callers.map((file) => file.path)).toEqual(['server/render/renderTree.ts']);
  });

  it('no other server renderer of React is called', () => {
    expect(found(production, /renderTo(String|Readable|StaticMarkup|StaticNode)/)).toEqual([]);
  });

  it('islands take their ids as props', () => {
    expect(
      found(
        production.filter(({ path }) => path.startsWith('shared/')),
        /\buseId\b/,
      ),
    ).toEqual([]);
  });

  it('everything is exported by name', () => {
    expect(found(production, /\bexport default\b/)).toEqual([]);
  });

  it('no file is called after no role', () => {
    const roleless = /(^|\/)(index|utils?|helpers?|common|types|misc)\.tsx?$/;
    expect(everything.map(({ path }) => path).filter((path) => roleless.test(path))).toEqual([]);
  });

  it('no code is evaluated from text', () => {
    expect(found(production, /\beval\(|\bnew Function\(/)).toEqual([]);
  });

  it('the secret of the content hook is compared in constant time', () => {
    const [hook] = production.filter(({ path }) => path === 'server/publishing/contentHook.ts');
    expect(hook?.code).toMatch(/timingSafeEqual\(digest\(.+\), expected\)/);
  });

  it('no test is skipped or left alone', () => {
    const tests = readSources('tests').filter(except('tests/unit/rules.test.ts'));
    expect(found(tests, /\b(it|describe|test)\.(only|todo|skip|fails)\b/)).toEqual([]);
  });
});
