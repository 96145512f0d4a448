import { collectionNames } from '../../server/content/collections/collections.ts';
import { type FaultRow, pick, seeded } from './suite.ts';

/** What a field may hold where an editor, an import or an attacker was at work. */
const poisons: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [null],
  { id: null },
  [[[]]],
  '<script>window.hacked=1</script>',
  '"><img src=x onerror=hacked=1>',
  'javascript:hacked=1',
  '//evil.example',
  '\u202e\ud800',
  'x'.repeat(100_000),
  '<b>'.repeat(5_000),
  '&'.repeat(20_000),
  '[{"title":1}]',
  '{',
  `<img src="https://${'G'.repeat(99_000)}`,
  '../../etc/passwd',
  '9999-99-99',
  '2026-02-30T25:61:00Z',
  { dangerouslySetInnerHTML: { __html: '<script>hacked=1</script>' } },
  '__proto__',
  '\u0000\u001b[31m',
];

/** What must be in no page, however its content is poisoned. */
function faultIn(html: string): string | null {
  if (html.includes('<script>window.hacked')) return 'a script';
  if (/(?:href|src|poster)="\s*javascript:/i.test(html)) return 'an address of script';
  // What editors wrote stands escaped in texts and quoted attributes.
  const markup = html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '').replaceAll(/="[^"]*"/g, '');
  if (/<[^>]*\bonerror\b/i.test(markup)) return 'a handler';
  return />\s*(undefined|NaN|\[object Object\])\s*</.exec(markup)?.[1] ?? null;
}

const poisoned: FaultRow = {
  id: 'B2',
  fault: 'Poisoned fields in every collection, from a seeded generator',
  expected:
    'no 5xx but the 503 of content never seen; no script, no `undefined`, no `[object Object]` in a page',
  async run(world) {
    const { content, site, lengths } = world;
    const random = seeded(20_261_122);
    const bad: string[] = [];
    let read = 0;
    let changed = 0;
    for (let round = 0; round < lengths.poisonedRounds; round += 1) {
      for (const collection of collectionNames) {
        for (const row of content.rows[collection]) {
          const fields = Object.keys(row).filter((field) => field !== 'id' && field !== 'slug');
          if (random() > 0.3 || fields.length === 0) continue;
          row[fields[Math.floor(random() * fields.length)] ?? ''] = pick(poisons, random);
          changed += 1;
        }
      }
      await world.publish();
      for (const page of world.pages) {
        const reply = await fetch(site.url + page);
        const html = await reply.text();
        read += 1;
        if (reply.status >= 500 && reply.status !== 503) bad.push(`${page} ${reply.status}`);
        const fault = faultIn(html);
        if (fault !== null) bad.push(`${page} has ${fault}`);
      }
    }
    return {
      isHeld: bad.length === 0,
      measured: `${changed} fields, ${read} pages: ${bad.length} bad ${bad.slice(0, 3).join(', ')}`,
    };
  },
};

/** Content of an unexpected shape, or hostile content. */
export const hostileContentRows: readonly FaultRow[] = [poisoned];
