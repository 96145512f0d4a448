import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '../support/site.ts';
import { fieldRows, furtherFields, specifiedFields } from './fields.ts';

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

it('every field of the specification, and of the site beyond it, has its row', () => {
  const specified = Object.entries(specifiedFields).flatMap(([entity, fields]) =>
    fields.map((field) => `${entity}.${field}`),
  );
  expect(fieldRows.map(({ field }) => field).sort()).toEqual([...specified, ...furtherFields].sort());
});

describe('every field', () => {
  let site: TestSite;

  beforeAll(async () => {
    site = await startSite({ environment });
    return () => site.close();
  });

  beforeEach(() => site.reset());

  it.each(fieldRows)('$field shows where it must', async ({ set, see, is, isConstant }) => {
    // A field that shows the same before it was set would prove nothing.
    if (!isConstant) expect(await see(untouched)).not.toEqual(is);
    await set(site);
    expect(await see(site)).toEqual(is);
  });
});
