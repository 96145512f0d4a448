import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersScript } from '../../provisioning/answers.ts';
import { arrangeForm } from '../../provisioning/arrangeForm.ts';
import { desired } from '../../provisioning/desired.ts';
import type { HeldField } from '../../provisioning/heldSchema.ts';
import { type CollectionPlan, type FieldPlan, inOrder, type Wanted } from '../../provisioning/wanted.ts';
import { pageChoices } from '../../server/content/collections/pages.ts';

const everything = desired({
  origin: 'https://www.ridge.example',
  hook: { url: 'https://www.ridge.example/hooks/content', secret: 'the-secret-of-the-tests' },
  ledger: { token: 'the-token-of-enquiries', retentionDays: 365, owners: 'owners' },
  previews: {
    token: 'the-token-of-previews',
    addresses: { pages: 'https://www.ridge.example/preview?key=a' },
    visualEditor: 'https://www.ridge.example/preview?key=b',
  },
});
const plans = everything.flatMap((each) => (each.kind === 'collection' ? [each.plan] : []));
const planOf = (collection: string): CollectionPlan => {
  const found = plans.find((plan) => plan.collection === collection);
  if (!found) throw new Error(`No plan for ${collection}`);
  return found;
};

describe('what provisioning wants', () => {
  it('is plain data, each thing once and behind what it needs', () => {
    expect(JSON.parse(JSON.stringify(everything))).toEqual(everything);
    const names = everything.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const [at, { name, after = [] }] of everything.entries())
      for (const before of after) {
        expect([name, before, names.indexOf(before) < at]).toEqual([name, before, true]);
        expect(names).toContain(before);
      }
  });

  it('cannot wait for itself or for what nobody wants', () => {
    const rows = (name: string, ...after: readonly string[]): Wanted => ({ kind: 'rows', name, after });
    expect(() => inOrder([rows('a', 'b'), rows('b', 'a')])).toThrow('must come before itself');
    expect(() => inOrder([rows('a', 'c')])).toThrow('which is not wanted');
    expect(inOrder([rows('a', 'b'), rows('b')]).map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('has a list for each collection that is more than one form', () => {
    const listed = everything.flatMap((each) => (each.kind === 'list' ? [each.plan.collection] : []));
    const shown = plans.filter(({ meta }) => !meta.hidden && !meta.singleton);
    expect(listed.toSorted()).toEqual(shown.map(({ collection }) => collection).toSorted());
  });

  it('has lists that begin with a picture, a name or a time, and show the status next', () => {
    for (const each of everything) {
      if (each.kind !== 'list') continue;
      const hasStatus = each.plan.fields.some(({ field }) => field === 'status');
      if (hasStatus) expect(Object.keys(each.widths).slice(0, 3)).toContain('status');
      for (const column of Object.keys(each.widths)) {
        const field = each.plan.fields.find((one) => one.field === column);
        expect([each.name, column, field?.meta.display ?? field?.type]).not.toContain('uuid');
      }
    }
  });
});

/** Whether the form of a page shows a field. */
const isShown = ({ meta }: FieldPlan, slug: string): boolean => {
  const text = JSON.stringify(meta.conditions);
  if (text === 'null') return true;
  const rule: unknown = JSON.parse(text)[0].rule._and[0].slug;
  const { _in, _nin } = rule as { readonly _in?: readonly string[]; readonly _nin?: readonly string[] };
  return !(_in?.includes(slug) || (_nin && !_nin.includes(slug)));
};

it.each([...pageChoices.map(({ value }) => value), 'ski-week'])(
  'the form of the page %s has no empty group',
  (slug) => {
    const { fields } = planOf('pages');
    const shown = fields.filter((field) => isShown(field, slug));
    for (const group of shown.filter(({ meta }) => meta.interface === 'group-detail')) {
      const members = shown.filter(({ meta }) => meta.group === group.field);
      expect([group.field, members.length > 0]).toEqual([group.field, true]);
    }
  },
);

/** A field that somebody has made, with these settings; null: only its column. */
const made = (field: string, meta: HeldField['meta'] = {}, type = 'string'): HeldField => ({
  field,
  type,
  meta: meta && { group: null, conditions: null, sort: null, ...meta },
});

/** The form afterwards: each field with its group, in order. */
function formAfter(plan: CollectionPlan, held: readonly HeldField[]) {
  const { changes, added } = arrangeForm(plan.fields, held);
  const all = [
    ...held.map((field) => {
      const change = changes.find((each) => each.field === field.field);
      return { field: field.field, meta: { ...field.meta, ...change?.meta } };
    }),
    ...added,
  ].map(({ field, meta }) => ({ field, sort: Number(meta.sort), group: meta.group ?? null, meta }));
  const inGroup = (group: unknown) =>
    all
      .filter((one) => one.group === group)
      .sort((a, b) => a.sort - b.sort)
      .map(({ field }) => field);
  return { changes, added, all, inGroup };
}

describe('the form of a collection in use', () => {
  const plan = planOf('pages');
  const asSpecified = ['id', 'slug', 'title', 'hero_title', 'hero_image', 'story_title', 'services_repeater'];
  const held = asSpecified.map((field, at) => made(field, { sort: at + 1 }));

  it('has our fields behind those that come before them, and its own ones where they were', () => {
    const own = made('internal', { sort: 3.5 });
    const { inGroup } = formAfter(plan, [...held.slice(0, 3), own, ...held.slice(3)]);
    const order = inGroup(null);
    expect(order.indexOf('status')).toBe(order.indexOf('id') + 1);
    expect(order.indexOf('search_words')).toBe(order.indexOf('title') + 1);
    expect(order.filter((name) => ['id', 'slug', 'title', 'internal'].includes(name))).toEqual([
      'id',
      'slug',
      'title',
      'internal',
    ]);
    expect(order.indexOf('hero')).toBeLessThan(order.indexOf('content'));
    expect(order.indexOf('content')).toBeLessThan(order.indexOf('story'));
  });

  it('has its fields in our groups, in order, and hides those of other pages', () => {
    const { inGroup, all } = formAfter(plan, held);
    expect(inGroup('hero')).toEqual(['hero_title', 'hero_subtitle', 'hero_image']);
    expect(inGroup('story')).toEqual(['story_title', 'story_content', 'story_image', 'story_image_path']);
    const repeater = all.find(({ field }) => field === 'services_repeater');
    expect(JSON.stringify(repeater?.meta.conditions)).toContain('str-management');
  });

  it('keeps the groups of its people, and makes none that would be empty', () => {
    const ours = plan.fields.filter(({ meta }) => meta.group === 'story');
    const theirs = [
      made('id', { sort: 1 }),
      made('our_story', { sort: 2, special: ['alias', 'no-data', 'group'] }, 'alias'),
      ...ours.map(({ field }, at) => made(field, { sort: at + 1, group: 'our_story' })),
    ];
    const { inGroup, added } = formAfter(plan, theirs);
    expect(inGroup('our_story')).toEqual(ours.map(({ field }) => field));
    expect(added.map(({ field }) => field)).not.toContain('story');
    expect(added.map(({ field }) => field)).toContain('hero');
  });

  it('is not touched where nothing is missing, nor where somebody has removed a condition or a group', () => {
    const whole = plan.fields.map((field, at) => ({ ...field, meta: { ...field.meta, sort: at + 1 } }));
    expect(arrangeForm(plan.fields, whole)).toEqual({ changes: [], added: [] });
    const plain = whole.map(({ meta, ...field }) => ({ ...field, meta: { ...meta, conditions: null } }));
    expect(arrangeForm(plan.fields, plain)).toEqual({ changes: [], added: [] });
  });

  it('gives our settings to a column that has none, but not to one of another type or to a relation', () => {
    const columns = [made('title', null), made('content', null), made('hero_image', null, 'uuid')];
    const { changes } = arrangeForm(plan.fields, columns);
    const metaOf = (name: string) => changes.find(({ field }) => field === name)?.meta;
    expect(metaOf('title')).toMatchObject({ interface: 'input', width: 'half' });
    expect(metaOf('content')).not.toHaveProperty('interface');
    expect(metaOf('hero_image')).not.toHaveProperty('interface');
    const { inGroup } = formAfter(plan, [made('slug', { sort: 1 }), made('id', null, 'integer')]);
    expect(
      inGroup(null)
        .filter((name) => !name.startsWith('site_link'))
        .slice(0, 4),
    ).toEqual(['id', 'status', 'slug', 'title']);
  });
});

describe('the script that records answers', () => {
  const hours = { timeZone: 'America/Los_Angeles', days: [1, 2, 3, 4, 5], from: 8, to: 17 };
  const editor = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
  const record = (data: object): unknown => {
    const module: { exports?: (data: object) => unknown } = {};
    new Function('module', answersScript)(module);
    return module.exports?.({ hours, editor, week: [], ...data });
  };
  beforeEach(() => {
    // A Monday at 9:30 in Bend.
    vi.useFakeTimers({ now: new Date('2026-11-30T17:30:00Z'), toFake: ['Date'] });
  });
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['an hour ago', '2026-11-30T16:30:00Z', 60],
    ['on Friday at 16:15', '2026-11-28T00:15:00Z', 45 + 90],
    ['on Saturday', '2026-11-28T20:00:00Z', 90],
    ['two minutes ago', '2026-11-30T17:28:00Z', 2],
    ['never', null, 0],
  ])('counts the office hours since a message that was written %s', (_, created, minutes) => {
    expect(record({ rows: { id: 'a', handling: 'answered', created, answered_at: null } })).toEqual([
      {
        id: 'a',
        answered_at: '2026-11-30T17:30:00.000Z',
        answered_by: 'Ann Lee',
        minutes_to_answer: minutes,
        week_median: minutes,
        closed_at: null,
        closed_by: null,
      },
    ]);
  });

  it('takes the median of the week, which one old message does not move', () => {
    const week = [{ minutes_to_answer: 10 }, { minutes_to_answer: 5_000 }, { minutes_to_answer: null }];
    const row = { id: 'a', handling: 'answered', created: '2026-11-30T17:00:00Z', answered_at: null };
    expect(record({ rows: [row], week })).toMatchObject([{ minutes_to_answer: 30, week_median: 30 }]);
  });

  it('keeps the first answer, closes, and forgets both when a message is new again', () => {
    const at = '2026-11-30T16:00:00Z';
    const rows = [
      { id: 'a', handling: 'answered', created: at, answered_at: at, closed_at: at },
      { id: 'b', handling: 'closed', created: at, answered_at: at, closed_at: null },
      { id: 'c', handling: 'closed', created: at, answered_at: null, closed_at: at },
      { id: 'd', handling: 'new', created: at, answered_at: at, closed_at: null },
    ];
    expect(record({ rows })).toMatchObject([
      { id: 'a', closed_at: null, closed_by: null },
      { id: 'b', closed_by: 'Ann Lee' },
      { id: 'd', answered_at: null, answered_by: null, minutes_to_answer: null },
    ]);
  });
});
