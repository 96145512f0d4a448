import { extractTextItems } from 'unpdf';
import { expect, it } from 'vitest';
import { visitSite } from '../support/browserPage.ts';

const months = Array.from({ length: 12 }, (_, at) => `Month number ${at + 1}`);
const prices = Array.from({ length: 12 }, (_, at) => `$${at + 1},150 per stay`);
const cells = (name: string, texts: readonly string[]) =>
  texts.map((text) => `<${name}>${text}</${name}>`).join('');
const longLine = `a line of code that is longer than any sheet of paper is wide${', and goes on'.repeat(9)} to its LASTWORD`;
const longAddress = `https://example.com/${'path/'.repeat(30)}LASTPATH`;

const content = [
  `<table><thead><tr><th>Home</th>${cells('th', months)}</tr></thead>`,
  `<tbody><tr><td>Aspen</td>${cells('td', prices)}</tr></tbody></table>`,
  `<pre>${longLine}</pre>`,
  `<table><tbody><tr><td>Booking</td><td>${longAddress}</td></tr></tbody></table>`,
  `<ul><li><pre><code>${longLine.replace('LASTWORD', 'LASTINLIST')}</code></pre></li></ul>`,
].join('');

const visit = visitSite({
  arrange: ({ contentService }) => {
    Object.assign(contentService.row('blog_posts', 'opening-the-cabin-in-april'), { content });
  },
});

/** Without its spaces: a word may be set in several lines. */
const packed = (text: string) => text.replace(/\s/g, '');

it.each(['Letter', 'A4'] as const)(
  '%s paper has the whole of wide tables and of long lines',
  async (format) => {
    const { page } = await visit.open('/blog/opening-the-cabin-in-april');
    const margin = '1.5cm';
    const file = await page.pdf({
      format,
      margin: { top: margin, right: margin, bottom: margin, left: margin },
    });
    const { items } = await extractTextItems(new Uint8Array(file));
    const printed = items.flat().filter(({ str }) => str.trim() !== '');
    const text = packed(printed.map(({ str }) => str).join(''));
    const words = [...months, ...prices].flatMap((cell) => cell.split(' '));
    for (const part of [...words, 'LASTWORD', 'LASTPATH', 'LASTINLIST']) expect(text).toContain(part);
    expect(text.match(/path\//g)).toHaveLength(30);
    // In points. A text beyond the edge is in the file too, but not on the paper.
    const edge = { Letter: 612, A4: 595.3 }[format] - 42.5;
    const beyond = printed.filter(({ x, width }) => x + width > edge + 1).map(({ str }) => str);
    expect(beyond).toEqual([]);
  },
);

it.each(['Letter', 'A4'] as const)(
  '%s paper has a home on two sheets, with its price and map',
  async (format) => {
    const year = new Date().getFullYear() + 1;
    const { page } = await visit.open(
      `/rentals/river-bend-lodge?checkIn=${year}-07-10&checkOut=${year}-07-17`,
    );
    const file = await page.pdf({
      format,
      margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' },
    });
    const { items } = await extractTextItems(new Uint8Array(file));
    expect(items).toHaveLength(2);
    const [first = '', second = ''] = items.map((sheet) => packed(sheet.map(({ str }) => str).join('')));
    expect(first).toContain('$7,142.85inall');
    // The labels of the map, and who may be called.
    for (const text of ['Whatitcosts', 'Sunriver', 'Mt.Bachelor', '(541)555-0142'])
      expect(second).toContain(text);
  },
);

it.each(['Letter', 'A4'] as const)(
  '%s paper has the card of the house on a sheet of its own',
  async (format) => {
    const { page } = await visit.open('/contact');
    const file = await page.pdf({
      format,
      margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' },
    });
    const { items } = await extractTextItems(new Uint8Array(file));
    const sheets = items.map((sheet) => packed(sheet.map(({ str }) => str).join('')));
    const card = sheets.filter((text) => text.startsWith('Thecardbesidetherefrigerator'));
    expect(card).toHaveLength(1);
    for (const text of ['(541)555-0187', '(541)555-0142', 'Mainwatervalve', 'Neighborwithakey'])
      expect(card[0]).toContain(text);
  },
);
