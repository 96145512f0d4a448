import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '../support/site.ts';
import { fieldRows, furtherFields, furtherSettings, specifiedFields } from './fields.ts';

const environment = {
  SHELL_DEADLINE_MS: '10000',
  EMAIL_TO: 'info@ridge.example',
  BOOKING_SITE_URL: 'https://stay.ridge.example',
};
let untouched: TestSite;

beforeAll(async () => {
  untouched = await startSite({ environment });
});

afterAll(() => untouched.close());

describe('the table', () => {
  const specified = Object.entries(specifiedFields).flatMap(([entity, fields]) =>
    fields.map((field) => `${entity}.${field}`),
  );

  it.each([...specified, ...furtherFields])('%s has its row', (field) => {
    expect(fieldRows.filter((row) => row.field === field)).toHaveLength(1);
  });

  it('holds no field that neither the specification nor the site knows', () => {
    const known = [...specified, ...furtherFields, ...furtherSettings.map((key) => `Site settings.${key}`)];
    expect(fieldRows.map(({ field }) => field).filter((field) => !known.includes(field))).toEqual([]);
  });
});

describe('every field', () => {
  let site: TestSite;

  beforeAll(async () => {
    site = await startSite({ environment });
    return () => site.close();
  });

  beforeEach(() => site.reset());

  it.each(fieldRows)('$field shows where it must', async ({ set, see, is, constant }) => {
    // A field that shows the same before it was set would prove nothing.
    if (!constant) expect(await see(untouched)).not.toEqual(is);
    await set(site);
    expect(await see(site)).toEqual(is);
  });
});
