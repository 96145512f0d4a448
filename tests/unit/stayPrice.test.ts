import { describe, expect, it } from 'vitest';
import { homes } from '../../server/content/collections/homes.ts';
import { parseSeasonDates } from '../../server/content/parse/seasonDates.ts';
import { moneyText } from '../../server/site/money.ts';
import { stayOf, stayText } from '../../server/site/stay.ts';
import { leastText, leastTotal, monthPrices, stayTotal, totalText } from '../../server/site/stayPrice.ts';
import { readStayQuery } from '../../shared/stay.ts';
import { createParseContext } from '../support/parseContext.ts';

const seasons = [
  { season: 'Spring', dates: 'April 1 to June 14', amount: 165 },
  { season: 'Summer', dates: 'June 15 to September 7', amount: 265 },
  { season: 'Fall', dates: 'September 8 to November 20', amount: 175 },
  { season: 'Winter', dates: 'November 21 to March 31', amount: 225 },
];
const cabin = {
  cleaning_fee: 120,
  tax_percent: 11,
  least_nights: 2,
  guests: 4,
  dogs: 2,
  night_prices: seasons,
};
/** A home as the content service has it. */
function homeWith(changes: Readonly<Record<string, unknown>>) {
  const home = homes.parseRow({ id: 1, slug: 'meadow', ...cabin, ...changes }, createParseContext());
  if (!home) throw new Error('The row shows no home.');
  return home;
}
const today = '2026-11-28';
const party = { guests: 4, dogs: true };
/** The price of a stay in words, with its lines, or why there is none. */
function priced(changes: Readonly<Record<string, unknown>>, checkIn: string, checkOut: string, who = party) {
  const stay = stayOf(readStayQuery(new URLSearchParams({ checkIn, checkOut })), today);
  if (stay?.kind !== 'stay') return stay?.why;
  const price = stayTotal(homeWith(changes), stay, who);
  if (price?.kind !== 'total') return price?.why;
  return [...price.lines.map(({ name, cost }) => `${name}: ${moneyText(cost)}`), totalText(price)];
}

describe('the price of a stay', () => {
  it('has every night, cleaning and tax in it', () => {
    expect(priced({}, '2027-07-10', '2027-07-17')).toEqual([
      '7 nights at $265: $1,855',
      'Cleaning: $120',
      'Tax, 11%: $217.25',
      '$2,192.25 in all',
    ]);
  });

  it('has them also where a column of text has them as people write them', () => {
    const summer = { ...seasons[1], amount: '$1,265.00' };
    const written = { night_prices: [summer], cleaning_fee: '$120', dog_fee: '40 USD', tax_percent: '11 %' };
    expect(priced(written, '2027-07-10', '2027-07-12')?.at(-1)).toBe('$2,985.90 in all');
    for (const fee of ['1.250,00', '120 EUR', '95-120', '1,20']) {
      expect(homeWith({ cleaning_fee: fee }).cleaningFee).toBeNull();
    }
    expect(homeWith({ baths: '2\u00bd', guests: '6 guests', bedrooms: '3 BR' })).toMatchObject({
      baths: 2.5,
      guests: 6,
      bedrooms: 3,
    });
    expect(homeWith({ guests: '4+ guests' }).guests).toBeNull();
  });

  it('counts each night in its season, over a year\u2019s end and on the last day of February', () => {
    expect(priced({ tax_percent: 0 }, '2027-06-13', '2027-06-17')).toEqual([
      '2 nights, Spring at $165: $330',
      '2 nights, Summer at $265: $530',
      'Cleaning: $120',
      'Tax, 0%: $0',
      '$980 in all',
    ]);
    expect(priced({}, '2026-12-29', '2027-01-05')?.[0]).toBe('7 nights at $225: $1,575');
    // A stay may begin today.
    expect(priced({}, today, '2026-11-30')?.[0]).toBe('2 nights at $225: $450');
    const winter = [{ season: 'Winter', dates: 'Dec 1 - Feb 28', amount: 100 }];
    expect(priced({ night_prices: winter }, '2028-02-27', '2028-03-01')?.[0]).toBe('3 nights at $100: $300');
    const eve = { least_nights: 1, night_prices: [{ season: 'Eve', dates: 'December 31', amount: 400 }] };
    expect(priced(eve, '2026-12-31', '2027-01-01')?.[0]).toBe('1 night at $400: $400');
    expect(priced(eve, '2026-12-30', '2026-12-31')).toMatch(/has no price yet/);
  });

  it('adds fees for each guest and for a dog, to the cent', () => {
    const fees = { guest_fee: 12.35, dog_fee: 40, tax_percent: 11.125, cleaning_fee: 0.1 };
    expect(priced(fees, '2027-07-10', '2027-07-12')).toEqual([
      '2 nights at $265: $530',
      'Cleaning: $0.10',
      '4 guests: $49.40',
      'A dog: $40',
      // 619.50 * 0.11125 = 68.919375
      'Tax, 11.125%: $68.92',
      '$688.42 in all',
    ]);
    expect(priced(fees, '2027-07-10', '2027-07-12', { guests: 1, dogs: false })).toContain('1 guest: $12.35');
  });

  it('says that tax is not in it if the tax is unknown, and counts a currency without cents in whole units', () => {
    expect(priced({ tax_percent: null }, '2027-07-10', '2027-07-17')?.at(-1)).toBe('$1,975 before tax');
    expect(priced({ tax_percent: '' }, '2027-07-10', '2027-07-17')?.at(-1)).toBe('$1,975 before tax');
    // As a spreadsheet stores 11 percent.
    expect(priced({ tax_percent: 0.11 }, '2027-07-10', '2027-07-17')?.at(-1)).toBe('$1,975 before tax');
    expect(priced({ currency: 'JPY' }, '2027-07-10', '2027-07-17')?.at(-1)).toBe('¥2,192 in all');
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a gap', { night_prices: seasons.slice(1) }, 'The night of June 13 has no price yet: ask us.'],
    [
      'an overlap',
      { night_prices: [...seasons, { season: 'Fair', dates: '6/14 to 6/20', amount: 300 }] },
      'The night of June 14 has two prices: ask us.',
    ],
    [
      'dates that are not understood',
      { night_prices: [{ season: 'Summer', dates: 'when it is warm', amount: 1 }] },
      'The night of June 13 has no price yet: ask us.',
    ],
    [
      'a lowest price only',
      { night_from: 165, night_prices: null },
      'The night of June 13 has no price yet: ask us.',
    ],
    ['too few nights', { least_nights: 5 }, 'At least 5 nights.'],
    ['too many guests', { guests: 3 }, 'Sleeps 3.'],
    ['a dog where none may stay', { dogs: 0 }, 'No dogs here.'],
  ])('has no total for %s, and says why', (_what, changes, why) => {
    expect(priced(changes, '2027-06-13', '2027-06-16')).toBe(why);
  });

  it.each([
    ['2026-11-27', '2026-12-04', /passed/],
    ['2027-07-10', '2027-07-10', /after the check-in/],
    ['2027-07-10', '2027-02-30', /a check-in and a check-out/],
    ['', '2027-07-10', /a check-in and a check-out/],
    ['2027-07-10', '2029-07-10', /more than a year/],
  ])('has no stay from %s to %s, and says why', (checkIn, checkOut, why) => {
    expect(priced({}, checkIn, checkOut)).toMatch(why);
  });

  it('has an overlap of equal prices, and one price without dates, all year', () => {
    const twice = [...seasons, { season: 'Fair', dates: 'July 1 to July 20', amount: 265 }];
    expect(priced({ night_prices: twice }, '2027-07-10', '2027-07-17')?.at(-1)).toBe('$2,192.25 in all');
    const always = [{ season: 'Always', amount: 265 }];
    expect(priced({ night_prices: always }, '2027-07-10', '2027-07-17')?.at(-1)).toBe('$2,192.25 in all');
  });

  it('is nothing for a home without prices, and at least the fewest nights in the lowest season', () => {
    expect(priced({ night_prices: null }, '2027-07-10', '2027-07-17')).toBeUndefined();
    expect(leastTotal(homeWith({ currency: 'US$' }), party)).toBeNull();
    const least = (changes: Readonly<Record<string, unknown>>) => {
      const found = leastTotal(homeWith(changes), { guests: null, dogs: false });
      return found && leastText(found);
    };
    expect(least({})).toBe('2 nights from $499.50 in all');
    // Of one guest, if nobody has said how many come.
    const falling = { night_prices: seasons.toReversed(), guest_fee: 10 };
    expect(least(falling)).toBe('2 nights from $510.60 in all');
    expect(least({ least_nights: null, tax_percent: null })).toBe('1 night from $285 before tax');
    expect(least({ night_prices: null, night_from: 200, cleaning_fee: null })).toBe(
      '2 nights from $444 in all',
    );
  });

  it('is given for twelve months, unless a night has none or two, or it never changes', () => {
    const costs = (at: number, changes = {}) => {
      const { name, least, most } = monthPrices(homeWith(changes))?.[at] ?? {};
      return [name, least?.amount, most?.amount];
    };
    expect([costs(5), costs(8)]).toEqual([
      ['June', 165, 265],
      ['September', 175, 265],
    ]);
    const withEve = [
      ...seasons.slice(0, 3),
      { season: 'Winter', dates: 'November 21 to December 30', amount: 225 },
      { season: 'Eve', dates: 'December 31', amount: 400 },
      { season: 'New Year', dates: 'January 1 to March 31', amount: 225 },
    ];
    expect(costs(11, { night_prices: withEve })).toEqual(['December', 225, 400]);
    expect(monthPrices(homeWith({ night_prices: seasons.slice(1) }))).toBeNull();
    expect(monthPrices(homeWith({ night_prices: [{ season: 'Always', amount: 265 }] }))).toBeNull();
  });
});

it.each<[string, readonly [number, number] | null]>([
  ['June 15 to September 7', [615, 907]],
  ['15 Jun. – 7 Sept.', [615, 907]],
  ['6/15-9/7', [615, 907]],
  ['from July 1st through 15th', [701, 715]],
  ['June to August', [601, 831]],
  ['December', [1201, 1231]],
  ['January', [101, 131]],
  ['Nov 21 until Feb 28', [1121, 229]],
  ['Feb. 2nd till 3rd', [202, 203]],
  ['June 1 thru June 28', [601, 628]],
  ['All year', [101, 1231]],
  ['June 31 to July 4', null],
  ['June 15, 2026 to July 4, 2026', null],
  ['13/40 to 1/2', null],
  ['June 15 to', null],
  ['summer', null],
  ['1 to 2', null],
])('the season "%s" is understood, or is not', (written, expected) => {
  const span = parseSeasonDates(written);
  expect(span && [span.from, span.to]).toEqual(expected);
});

it('the days of a stay name the year where they pass its end', () => {
  const words = (checkIn: string, checkOut: string) => {
    const stay = stayOf({ checkIn, checkOut }, today);
    return stay?.kind === 'stay' ? stayText(stay).replace(/\s/g, ' ') : null;
  };
  expect(words('2027-07-10', '2027-07-17')).toBe('July 10 – 17');
  expect(words('2026-12-29', '2027-01-05')).toBe('December 29, 2026 – January 5, 2027');
});
