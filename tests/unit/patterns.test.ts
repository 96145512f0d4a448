import { analyse } from 'scslre';
import { describe, expect, it } from 'vitest';
import { line, readerOf } from '../../server/content/collections/fields.ts';
import { sanitizeHtml } from '../../server/content/parse/sanitizeHtml.ts';
import { readText } from '../../server/directus/readField.ts';
import { createPageMatcher } from '../../server/render/routeMatcher.ts';
import { routes } from '../../server/site/routes.tsx';
import { readBlogQuery } from '../../shared/blogFilter.ts';
import { enquiryValues, parseEnquiry } from '../../shared/enquiry.ts';
import { safeHref } from '../../shared/safeHref.ts';
import { scrubAddresses, scrubEvent } from '../../shared/scrubReport.ts';
import { termSlug } from '../../shared/terms.ts';
import { growsTooFast } from '../support/growth.ts';
import { createParseContext } from '../support/parseContext.ts';
import { readSources } from '../support/sources.ts';

const matchPage = createPageMatcher(routes, false);

/** Patterns that need quadratic time for some text, and why no such text can reach them. */
const bounded: Readonly<Record<string, string>> = {
  '\\/+$': 'the end of addresses in the configuration',
  '^[^\\s@,;<>"]+@[^\\s@,;<>"]+\\.[^\\s@,;<>"]+$': 'an address of the configuration or the settings',
  '(\\/[^\\s?#"\']*)\\?[^\\s"\')]*': 'texts that were cut to 2000 characters',
};

/** A regular expression literal in code; group 1 is its source, group 2 its flags. */
const literal =
  /(?<=[=(,:?!&|;{}[\]>]\s*|return\s+|^\s*)\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=[\s.,;)\]}:]|$)/gm;

describe('E20 texts made to be slow to read', () => {
  const patterns = readSources('server', 'client', 'shared')
    .filter(({ path }) => !path.startsWith('server/demo/'))
    .flatMap(({ path, text }) =>
      [...text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').matchAll(literal)].map(
        ([, source = '', flags = '']) => ({ path, source, flags }),
      ),
    );

  it('E20 are matched in linear time by every pattern, except patterns whose texts are bounded', () => {
    expect(patterns.length).toBeGreaterThan(100);
    const slow = patterns.filter(({ source, flags }) => analyse({ source, flags }).reports.length > 0);
    expect(slow.filter(({ source }) => !Object.hasOwn(bounded, source))).toEqual([]);
    expect(new Set(slow.map(({ source }) => source))).toEqual(new Set(Object.keys(bounded)));
  });

  const pumps = [...'a@.-/%<& 0+\\\t'].flatMap((pump): ((size: number) => string)[] => [
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
    ['a recording', (text) => scrubAddresses(JSON.stringify(text))],
  ])('E20 are read in linear time as %s', (_name, read) => {
    const slow = pumps.filter((pump) => growsTooFast((size) => read(pump(size)), 3_000));
    expect(slow).toEqual([]);
  });

  // They are sorted when a text is normalized.
  it.each<[string, (text: string) => unknown]>([
    ['a text', (text) => readText(text, Number.POSITIVE_INFINITY)],
    ['a title that is cut', (text) => readerOf({ title: line() })({ title: text }, createParseContext())],
    ['HTML', (text) => sanitizeHtml(`<p>${text}</p>`, createParseContext())],
    [
      'HTML with entities',
      (text) =>
        sanitizeHtml(
          text.replace(/\p{M}/gu, (mark) => `&#${mark.charCodeAt(0)};`),
          createParseContext(),
        ),
    ],
  ])('E20 as accents that follow each other are read in linear time as %s of content', (_name, read) => {
    expect(growsTooFast((size) => read(`a${'\u0300\u0316'.repeat(size)}`), 3_000)).toBe(false);
  });

  it.each(['name', 'email', 'phone', 'message'])(
    'E20 as accents that follow each other are read in linear time as the %s of a message',
    (name) => {
      const read = (size: number) => parseEnquiry(enquiryValues({ [name]: 'a\u0300\u0316'.repeat(size) }));
      const readRun = (size: number) =>
        parseEnquiry(enquiryValues({ [name]: `a${'\u0300\u0316'.repeat(size)}` }));
      expect([read, readRun].map((each) => growsTooFast(each, 3_000))).toEqual([false, false]);
    },
  );
});
