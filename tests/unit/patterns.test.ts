import { describe, expect, it } from 'vitest';
import { createPageMatcher } from '../../server/render/matchPage.ts';
import { routes } from '../../server/site/routes.tsx';
import { readBlogQuery } from '../../shared/blogFilter.ts';
import { enquiryValues, parseEnquiry } from '../../shared/enquiry.ts';
import { safeHref } from '../../shared/safeHref.ts';
import { scrubEvent, withoutQueries } from '../../shared/scrubReport.ts';
import { termSlug } from '../../shared/terms.ts';
import { growsTooFast } from '../support/growth.ts';
import { readSources } from '../support/sources.ts';

const matchPage = createPageMatcher(routes, false);

/** Patterns that need quadratic time, and why no input can reach it. */
const bounded: Readonly<Record<string, string>> = {
  '\\/+$': 'the end of addresses in the configuration',
  '<[^>]*>': 'markup that the sanitiser has written: every bracket in it is closed',
  '(\\/[^\\s?#"\']*)\\?[^\\s"\')]*': 'texts that were cut to 2000 characters',
};

/** A regular expression as it stands in code; group 1 is its source, group 2 its flags. */
const literal =
  /(?<=[=(,:?!&|;{}[\]>]\s*|return\s+|^\s*)\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=[\s.,;)\]}:]|$)/gm;

type Text = (size: number) => string;
const ends = ['', '!', '\0', 'a', '>'];

/** One character again and again: what makes a pattern begin anew at every place of a text. */
function pumpsFor(source: string): readonly Text[] {
  const characters = new Set([...' aA0-.@</\n=&%\\\'",;\t', ...source.replace(/\\./g, '')]);
  return [...characters].flatMap((character) =>
    ends.map((end) => (size: number) => character.repeat(size) + end),
  );
}

const isSlow = (texts: readonly Text[], size: number, run: (text: string) => unknown) =>
  texts.some((text) => growsTooFast((length) => run(text(length)), size));

/** Four times as long, a text needs some hundred million steps of quadratic work. */
const length = 2_500;

describe('E20 texts that are made to be slow', () => {
  const patterns = readSources('server', 'client', 'shared')
    .filter(({ path }) => !path.startsWith('server/demo/'))
    .flatMap(({ path, text }) =>
      [...text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').matchAll(literal)].map(
        ([, source = '', flags = '']) => ({ path, source, flags }),
      ),
    );

  it('E20 need linear time of every pattern, but of those whose texts are bounded', () => {
    expect(patterns.length).toBeGreaterThan(100);
    const slow = patterns
      .filter(({ source }) => !Object.hasOwn(bounded, source))
      .filter(({ source, flags }) => {
        const pattern = new RegExp(source, flags);
        return isSlow(pumpsFor(source), length, (text) => text.replace(pattern, ''));
      });
    expect(slow).toEqual([]);
  });

  it.each(Object.keys(bounded))('E20 /%s/ is still needed, and still quadratic', (source) => {
    expect(patterns.map((pattern) => pattern.source)).toContain(source);
    const pattern = new RegExp(source, 'g');
    expect(isSlow(pumpsFor(source), length, (text) => text.replace(pattern, ''))).toBe(true);
  });

  const pumps = [...'a@.-/%<& 0+\\\t'].flatMap((pump): Text[] => [
    (size) => pump.repeat(size),
    (size) => `${pump.repeat(size)}!`,
  ]);
  it.each<[string, (text: string) => unknown]>([
    ['an e-mail address', (text) => parseEnquiry(enquiryValues({ email: text, message: text }))],
    [
      'an e-mail address with a host',
      (text) => parseEnquiry(enquiryValues({ email: `a@${text}`, name: text })),
    ],
    ['a phone number', (text) => parseEnquiry(enquiryValues({ phone: text }))],
    ['a slug', (text) => termSlug(text)],
    [
      'a filter',
      (text) => readBlogQuery(new URL(`https://x.example/blog?category=${encodeURIComponent(text)}`)),
    ],
    ['a link', (text) => safeHref(text)],
    ['an address', (text) => matchPage(`/blog/${encodeURIComponent(text)}`, `?category=${text}`)],
    ['a report', (text) => scrubEvent({ message: text })],
    ['a recording', (text) => withoutQueries(JSON.stringify(text))],
  ])('E20 anything as %s is read in linear time', (_name, read) => {
    expect(isSlow(pumps, 5 * length, read)).toBe(false);
  });
});
