import type { CallToAction, SiteSettings } from '../../../shared/content.ts';
import { readLine, readRows, readText } from '../../directus/readField.ts';
import { readHref } from './readHref.ts';

/**
 * `site_settings` folded into one object: rows of key and value (the first value of a key that is not empty
 * counts), or the one object of a singleton collection.
 */
export function parseSettings(value: unknown): SiteSettings {
  const rows = readRows(value);
  const pairs = rows.flatMap((row): [string, unknown][] => {
    const key = readLine(row.key);
    return key === null ? Object.entries(row) : [[key, row.value]];
  });
  const find = (key: string, max?: number): string | null => {
    for (const [name, setting] of pairs) {
      const text = name === key ? readLine(setting, max) : null;
      if (text !== null) return text;
    }
    return null;
  };
  return {
    siteName: find('site_name'),
    tagline: find('tagline'),
    siteTitle: find('site_title'),
    phone: find('phone', 60),
    email: find('email', 254),
    hours: find('hours', 300),
    address: find('address', 300),
    serviceArea: find('service_area', 300),
    founded: find('founded', 40),
    homesInCare: find('homes_in_care', 40),
    licenceNumber: find('licence_number', 60),
    insured: readInsured(find('insured', 60)),
    emergencyPhone: find('emergency_phone', 60),
    answerPromise: find('answer_promise', 300),
    areaNote: find('area_note', 300),
  };
}

/** Editors answer the question of insurance with a plain yes or no, too. */
function readInsured(text: string | null): string | null {
  if (text === null || /^(false|no|none|0)$/i.test(text)) return null;
  return /^(true|yes|1)$/i.test(text) ? 'Insured' : text;
}

/** The first row of `cta_settings`; null if there is none, or nothing in it. */
export function parseCallToAction(value: unknown): CallToAction | null {
  const row = readRows(value)[0];
  if (!row) return null;
  const callToAction = {
    title: readLine(row.title),
    description: readText(row.description, 1_000),
    buttonText: readLine(row.button_text, 80),
    buttonUrl: readHref(row.button_url),
  };
  return Object.values(callToAction).every((field) => field === null) ? null : callToAction;
}
