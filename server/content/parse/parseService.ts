import type { Service, ServiceSummary } from '../../../shared/content.ts';
import {
  byPlace,
  type Row,
  readId,
  readLine,
  readNumber,
  readRows,
  readSlug,
  readText,
} from '../../directus/readField.ts';
import type { ParseContext } from './parseContext.ts';
import { parsePicture } from './parsePicture.ts';
import { readTitledTexts } from './readTitledTexts.ts';
import { sanitiseHtml } from './sanitiseHtml.ts';
import { parseTerms } from './terms.ts';
import { titleOfSlug } from './titleOfSlug.ts';

const maxServices = 500;
const maxFeatures = 200;
const maxSteps = 6;

/**
 * The published services of a list, by display order with nulls last. Rows that do not say `published` are left out
 * whatever the query filtered, and the first row of a slug counts.
 */
export function parseServices(value: unknown, context: ParseContext): readonly ServiceSummary[] {
  const services = new Map<
    string,
    ServiceSummary & { readonly place: number | null; readonly name: string }
  >();
  for (const row of readRows(value)) {
    const summary = readSummary(row, context);
    if (!summary || services.has(summary.slug)) continue;
    services.set(summary.slug, { ...summary, name: summary.title, place: readNumber(row.display_order) });
  }
  return [...services.values()]
    .sort(byPlace)
    .slice(0, maxServices)
    .map(({ id, slug, title, summary, picture }) => ({ id, slug, title, summary, picture }));
}

/** The first published service of a list, with all of its own page; null if there is none. */
export function parseService(value: unknown, context: ParseContext): Service | null {
  for (const row of readRows(value)) {
    const summary = readSummary(row, context);
    if (!summary) continue;
    return {
      ...summary,
      description: readText(row.description),
      content: sanitiseHtml(row.content, context),
      heroTitle: readLine(row.hero_title),
      heroSubtitle: readLine(row.hero_subtitle, 400),
      heroPicture: parsePicture(row.hero_image, context),
      featuresTitle: readLine(row.features_title),
      steps: readTitledTexts(row.steps, maxSteps),
      next: readText(row.what_happens_next, 1_000),
      related: parseTerms(row.related_services).map(({ slug }) => slug),
    };
  }
  return null;
}

/** The lines of What's Included of one service, in `sort` order with nulls last. */
export function parseServiceFeatures(value: unknown, serviceId: string): readonly string[] {
  const features = readRows(value).flatMap((row) => {
    const name = readLine(row.feature_text, 300);
    const owner = readId(row.service_id) ?? serviceId;
    const id = readId(row.id) ?? '';
    return name === null || owner !== serviceId ? [] : [{ id, name, place: readNumber(row.sort) }];
  });
  return features
    .sort(byPlace)
    .slice(0, maxFeatures)
    .map(({ name }) => name);
}

function readSummary(row: Row, context: ParseContext): ServiceSummary | null {
  const id = readId(row.id);
  const slug = readSlug(row.slug);
  if (id === null || slug === null || row.status !== 'published') return null;
  return {
    id,
    slug,
    title: readLine(row.title) ?? titleOfSlug(slug),
    summary: readText(row.short_description, 500),
    picture: parsePicture(row.thumbnail_image, context) ?? parsePicture(row.hero_image, context),
  };
}
