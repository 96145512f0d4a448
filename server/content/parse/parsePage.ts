import {
  type HeroFeature,
  iconNames,
  type Page,
  type RepeaterCard,
  type SeasonName,
} from '../../../shared/content.ts';
import { jsonOf } from '../../../shared/jsonOf.ts';
import { type Row, readLine, readRows, readSlug, readText } from '../../directus/readField.ts';
import type { ParseContext } from './parseContext.ts';
import { parsePicture } from './parsePicture.ts';
import { readHref } from './readHref.ts';
import { readTitledTexts } from './readTitledTexts.ts';
import { sanitiseHtml } from './sanitiseHtml.ts';

const maxCards = 50;
const maxRepeaterText = 256 * 1024;
const maxPoints = 6;
const maxLines = 20;

/** The rows of `pages` with one of the given slugs; the first row of a slug counts. */
export function parsePages(value: unknown, slugs: readonly string[], context: ParseContext): readonly Page[] {
  const pages = new Map<string, Page>();
  for (const row of readRows(value)) {
    const slug = readSlug(row.slug);
    if (slug !== null && slugs.includes(slug) && !pages.has(slug))
      pages.set(slug, parsePage(slug, row, context));
  }
  return [...pages.values()];
}

function parsePage(slug: string, row: Row, context: ParseContext): Page {
  const readSeason = (name: SeasonName) => ({
    text: readText(row[`${name}_text`], 300),
    picture: parsePicture(row[`${name}_image`], context),
  });
  return {
    slug,
    title: readLine(row.title),
    heroTitle: readLine(row.hero_title),
    heroSubtitle: readLine(row.hero_subtitle, 400),
    heroPicture: parsePicture(row.hero_image, context),
    content: sanitiseHtml(row.content, context),
    storyTitle: readLine(row.story_title),
    storyParagraphs: splitParagraphs(readText(row.story_content, 50_000)),
    storyPicture: parsePicture(row.story_image, context) ?? parsePicture(row.story_image_path, context),
    heroFeatures: readHeroFeatures(row, context),
    repeater: parseRepeater(row.services_repeater, context),
    seasons: {
      spring: readSeason('spring'),
      summer: readSeason('summer'),
      fall: readSeason('fall'),
      winter: readSeason('winter'),
    },
    points: readTitledTexts(row.points, maxPoints),
    checklist: readLines(row.checklist),
    questions: readTitledTexts(row.questions, maxLines),
  };
}

/** A text of which each line is a statement of its own. */
function readLines(value: unknown): readonly string[] {
  const lines = (readText(value) ?? '').split('\n').flatMap((line) => readLine(line, 300) ?? []);
  return lines.slice(0, maxLines);
}

function splitParagraphs(text: string | null): readonly string[] {
  return (text ?? '')
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

function readHeroFeatures(row: Row, context: ParseContext): readonly HeroFeature[] {
  return [1, 2, 3].flatMap((place) => {
    const text = readLine(row[`hero_feature${place}_text`], 100);
    return text === null ? [] : [{ text, icon: readIcon(row[`hero_feature${place}_icon`], context) }];
  });
}

/** Longest sign that is shown as it is, in characters as readers count them. */
const longestSign = 4;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A drawing by its name, or a sign; null, with one warning, for a name that no drawing has. */
function readIcon(value: unknown, { warn }: ParseContext): HeroFeature['icon'] {
  const icon = readLine(value, 40);
  if (icon === null) return null;
  const drawing = iconNames.find((name) => name === icon.toLowerCase());
  if (drawing) return { drawing };
  const isName = /^[a-z][\w:-]{2,}$/i.test(icon);
  if (!isName && [...graphemes.segment(icon)].length <= longestSign) return { sign: icon };
  warn('The site has no icon of this name', { icon });
  return null;
}

/** The cards of a repeater: a list, or JSON text of one. Cards with neither title nor text are left out. */
function parseRepeater(value: unknown, context: ParseContext): readonly RepeaterCard[] {
  const rows = readRows(
    typeof value === 'string' ? jsonOf(value.length > maxRepeaterText ? null : value) : value,
  );
  return rows.slice(0, maxCards).flatMap((row) => {
    const title = readLine(row.title);
    const description = readText(row.description, 2_000);
    if (title === null && description === null) return [];
    return [
      {
        picture: parsePicture(row.image_url, context),
        title: title ?? '',
        description: description ?? '',
        additionalInfo: readText(row.additional_info, 2_000),
        linkUrl: readHref(row.link_url),
        linkText: readLine(row.link_text, 80),
      },
    ];
  });
}
