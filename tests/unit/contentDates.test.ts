import { describe, expect, it } from 'vitest';
import { parseDate } from '../../server/content/parse/parseDate.ts';

describe('B9 a date', () => {
  it.each([
    ['a calendar day', '2024-05-01', '2024-05-01', 'May 1, 2024'],
    ['a time without a zone', '2024-05-01T23:30:00', '2024-05-02T06:30:00.000Z', 'May 1, 2024'],
    ['the same with a space', '2024-05-01 00:00', '2024-05-01T07:00:00.000Z', 'May 1, 2024'],
    [
      'a UTC time on the day before in Oregon',
      '2024-05-01T06:59:59Z',
      '2024-05-01T06:59:59.000Z',
      'April 30, 2024',
    ],
    ['a UTC time on the same day', '2024-05-01T07:00:00.000Z', '2024-05-01T07:00:00.000Z', 'May 1, 2024'],
    ['a time with an offset', '2024-12-31T22:00:00-08:00', '2025-01-01T06:00:00.000Z', 'December 31, 2024'],
    ['a time as databases write it', '2024-05-01 20:00:00+00', '2024-05-01T20:00:00.000Z', 'May 1, 2024'],
    ['a leap day', '2024-02-29', '2024-02-29', 'February 29, 2024'],
    ['a far day', '9999-12-31', '9999-12-31', 'December 31, 9999'],
    ['a day in words', 'May 1, 2024', '2024-05-01', 'May 1, 2024'],
    ['the same shorter', 'sept. 1st 2024', '2024-09-01', 'September 1, 2024'],
    ['a day in words before its month', '1 May 2024', '2024-05-01', 'May 1, 2024'],
  ])('shows %s', (_what, value, machine, text) => {
    expect(parseDate(value)?.shown).toEqual({ machine, text });
  });

  it.each([
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '0000-00-00',
    '2024-05-01T25:00:00Z',
    '2024-5-1',
    '',
    'tomorrow',
    '05/01/2024',
    'February 30, 2024',
    'Mae 1, 2024',
    'May 2024',
    'Invalid Date',
    '1714521600000',
    1_714_521_600_000,
    null,
    {},
    [],
    true,
  ])('is null for %j', (value) => {
    expect(parseDate(value)).toBeNull();
  });

  it.each([
    ['winter', '2024-01-15', '2024-01-15T08:00:00.000Z'],
    ['summer', '2024-07-15', '2024-07-15T07:00:00.000Z'],
    ['the day on which summer time begins', '2024-03-10', '2024-03-10T08:00:00.000Z'],
    ['the day on which it ends', '2024-11-03', '2024-11-03T07:00:00.000Z'],
  ])('without a zone begins at midnight in Oregon: %s', (_when, day, moment) => {
    expect(new Date(parseDate(day)?.dueAt ?? 0).toISOString()).toBe(moment);
  });

  it.each([
    ['winter', '2024-01-15T09:30:00', '2024-01-15T17:30:00.000Z'],
    ['summer', '2024-07-15 21:05', '2024-07-16T04:05:00.000Z'],
    ['before summer time begins', '2024-03-10T01:59:00', '2024-03-10T09:59:00.000Z'],
    ['after summer time has begun', '2024-03-10T03:00:00', '2024-03-10T10:00:00.000Z'],
    ['before it ends', '2024-11-03T00:59:00', '2024-11-03T07:59:00.000Z'],
    ['after it has ended', '2024-11-03T02:00:00', '2024-11-03T10:00:00.000Z'],
  ])('with a time but without a zone means that minute in Oregon: %s', (_when, written, moment) => {
    expect(new Date(parseDate(written)?.dueAt ?? 0).toISOString()).toBe(moment);
  });
});
