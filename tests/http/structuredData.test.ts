import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { openingHoursOf } from '../../server/site/seo/openingHours.ts';
import { field } from '../../shared/field.ts';
import { devAddresses, pageAddresses, siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile } from '../support/started.ts';

const listed = pageAddresses.filter((path) => !devAddresses.includes(path) && path !== siteAddresses.search);
const site = await siteForFile({ environment: { BOOKING_SITE_URL: 'https://book.example' } });
const pages = new Map<string, { readonly html: string; readonly graph: readonly unknown[] }>();
beforeAll(async () => {
  site.contentService.row('services', 'snow-removal').questions = [{ title: 'How soon?', text: 'By noon.' }];
  await site.load();
  for (const path of listed) {
    const { text } = await request(site.url).get(path);
    const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    expect(blocks, path).toHaveLength(1);
    const graph = field(JSON.parse(blocks[0]?.[1] ?? ''), '@graph');
    pages.set(path, { html: text, graph: Array.isArray(graph) ? graph : [] });
  }
});

const graphAt = (path: string) => pages.get(path)?.graph ?? [];
const thing = (path: string, type: string) => graphAt(path).find((each) => field(each, '@type') === type);
/** Every object of a graph. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

describe('the graph of a page', () => {
  it.each(listed)('%s is one graph without dangling references', (path) => {
    const graph = graphAt(path);
    const ids = graph.map((each) => field(each, '@id'));
    expect(new Set(ids).size).toBe(ids.length);
    const references = objectsIn(graph)
      .filter((each) => Object.keys(each).join() === '@id')
      .map((each) => field(each, '@id'));
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) expect(ids).toContain(reference);
    expect(graph.map((each) => field(each, '@type'))).toContain('WebSite');
  });

  it('has what search engines require of each kind of result', async () => {
    for (const [path, { html }] of pages) {
      const extracted = new WebAutoExtractor({ addLocation: false }).parse(html);
      const issues: readonly unknown[] = await new Validator(null).validate(extracted);
      const errors = issues.filter((issue) => field(issue, 'severity') === 'ERROR');
      expect(errors, path).toEqual([]);
    }
  });

  /**
   * Required properties that the validator does not check; it checks only breadcrumbs and reviews:
   * https://developers.google.com/search/docs/appearance/structured-data
   */
  const required: Readonly<Record<string, readonly string[]>> = {
    WebSite: ['name', 'url', 'publisher.@id'],
    SearchAction: ['target.urlTemplate', 'query-input'],
    LocalBusiness: ['name', 'address.streetAddress', 'address.addressLocality', 'telephone', 'image'],
    Organization: ['name', 'url', 'logo'],
    BlogPosting: ['headline', 'image.0', 'datePublished', 'author', 'publisher.@id'],
    VacationRental: [
      'identifier',
      'name',
      'image.0',
      'geo.latitude',
      'geo.longitude',
      'containsPlace.occupancy.value',
      'containsPlace.numberOfBedrooms',
    ],
    FAQPage: ['mainEntity.0'],
    Question: ['name', 'acceptedAnswer.text'],
    Service: ['name', 'provider.@id'],
    ContactPoint: ['telephone', 'contactType'],
    UnitPriceSpecification: ['price', 'priceCurrency'],
    Review: ['author.name', 'reviewRating.ratingValue'],
  };
  it.each(Object.entries(required))('has what is required of %s, on every page', (type, paths) => {
    const things = [...pages.values()].flatMap(({ graph }) => objectsIn(graph));
    const ofType = things.filter((each) => field(each, '@type') === type);
    expect(ofType.length).toBeGreaterThan(0);
    for (const path of paths) {
      const keys = path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
      for (const each of ofType) expect(field(each, ...keys), path).toBeTruthy();
    }
  });

  it('is left out of a 404 page', async () => {
    const { text } = await request(site.url).get(siteAddresses.notFound);
    expect(text).not.toContain('ld+json');
  });

  it('describes the company by its settings, and without reviews', () => {
    const company = thing('/contact', 'LocalBusiness');
    expect(company).toMatchObject({
      telephone: '(541) 555-0142',
      openingHoursSpecification: [{ opens: '08:00', closes: '17:00' }],
      contactPoint: [{ contactType: 'customer service' }, { contactType: 'emergency' }],
    });
    expect(thing('/', 'LocalBusiness')).toMatchObject({
      priceRange: expect.stringMatching(/^\$\d+.*–\$\d+/),
    });
    expect(field(company, 'areaServed')).toContainEqual({ '@type': 'Place', name: 'Black Butte' });
    expect(JSON.stringify(company)).not.toMatch(/"review"|aggregateRating/i);
  });

  it('has the whole title of a post, with every character of it', async () => {
    const title = `${'x'.repeat(109)}🏔 and more`;
    site.contentService.row('blog_posts', 'opening-the-cabin-in-april').title = title;
    await site.content.load(['blog_posts'], true);
    const { text } = await request(site.url).get(siteAddresses.post);
    expect(text).toContain(`"headline":${JSON.stringify(title)}`);
  });

  it('names the price once when all services begin at the same, without that which costs a share', async () => {
    const { rows } = site.contentService;
    const shared = site.contentService.row('services', 'str-management-service');
    for (const row of rows.services) if (row.price_from && row !== shared) row.price_from = 95;
    await site.content.load(['services'], true);
    expect((await request(site.url).get('/')).text).toContain('"priceRange":"$95"');
    const { text } = await request(site.url).get('/services/str-management-service');
    expect(text).toContain('>18% of the rent<');
    expect(text).toContain('"@type":"Service"');
    expect(text).not.toContain('"offers"');
  });

  it('does not call a home a vacation rental when it lacks what search engines require of one', async () => {
    site.contentService.row('homes', 'aspen-cottage').coordinates = null;
    await site.content.load(['homes'], true);
    const { text } = await request(site.url).get('/rentals/aspen-cottage');
    expect(text).not.toContain('"VacationRental"');
    expect(text).toContain('"LodgingBusiness"');
  });

  it('has the questions of a service with their answers', () => {
    expect(thing(siteAddresses.service, 'FAQPage')).toMatchObject({
      mainEntity: [{ name: 'How soon?', acceptedAnswer: { text: 'By noon.' } }],
    });
  });
});

describe('opening hours', () => {
  const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  it.each<[string, readonly unknown[]]>([
    ['Monday to Friday, 8 am to 5 pm', [{ dayOfWeek: week, opens: '08:00', closes: '17:00' }]],
    ['Office: Saturdays, 9:30 a.m. – 12 pm.', [{ dayOfWeek: ['Saturday'], opens: '09:30', closes: '12:00' }]],
    ['Monday–Friday, 8 am to 5 pm', [{ dayOfWeek: week, opens: '08:00', closes: '17:00' }]],
    ['M-F 8–5 pm. Emergencies at all hours.', [{ dayOfWeek: week, opens: '08:00', closes: '17:00' }]],
    ['08:00–17.30 on weekdays', [{ dayOfWeek: week, opens: '08:00', closes: '17:30' }]],
    [
      'Mon., Wed. and Fri. 9 a.m. – noon & 1–5 p.m. Sat. by appointment',
      ['09:00', '13:00'].map((opens) => ({
        dayOfWeek: ['Monday', 'Wednesday', 'Friday'],
        opens,
        closes: opens === '09:00' ? '12:00' : '17:00',
      })),
    ],
    [
      'Sunday to Tuesday: 10AM-4PM, Sat: 9AM-2PM, except public holidays; Thu: closed',
      [
        { dayOfWeek: ['Monday', 'Tuesday', 'Sunday'], opens: '10:00', closes: '16:00' },
        { dayOfWeek: ['Saturday'], opens: '09:00', closes: '14:00' },
      ],
    ],
    [
      'Daily 8 am to 5 pm, closed Sundays; Saturday by appointment',
      [{ dayOfWeek: week, opens: '08:00', closes: '17:00' }],
    ],
    ['Monday to Friday, 00:00 to 24:00', [{ dayOfWeek: week, opens: '00:00', closes: '23:59' }]],
    ['By appointment', []],
    ['Monday to Friday, 8 am to 5 pm. Wednesday 10 am to noon', []],
    ['Friday to Monday, 8 am to 5 pm', []],
    ['Monday, 25 am to 99:99 pm', []],
    ['Monday to Friday, 8 to 5', []],
    ['Monday to Friday, 08:00 to 5:00', []],
    ['Monday to Friday, 8 am to 5 pm, except in June', []],
    ['Monday to Friday, 8 am to 5 pm, closed from 12 pm to 1 pm', []],
  ])('are read from: %s', (text, hours) => {
    expect(openingHoursOf(text)).toEqual(hours);
  });
});
