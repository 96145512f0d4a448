import { collectionOf, collections } from '../../server/content/collections/collections.ts';
import { readLine, readRow } from '../../server/directus/readField.ts';
import type { DirectusAdmin, Report } from './directusAdmin.ts';

const name = 'Redirect addresses that change';

/** What stands before the slug in the addresses of a collection's rows, by the names of collections. */
const prefixes = Object.fromEntries(
  Object.values(collections).flatMap(({ name: collection }) =>
    (collectionOf(collection).schema?.pages ?? [])
      .filter(({ path }) => path.endsWith('{{slug}}'))
      .map(({ path }) => [collection, path.replace('{{slug}}', '')]),
  ),
);

/** The pages that are there whether or not they have a row. */
function fixedSlugs(): readonly string[] {
  const { slug } = collectionOf('pages').schema?.fields ?? {};
  return slug?.kind === 'choice' ? slug.choices.map(({ value }) => value) : [];
}

/** Compares the row before the change with the change; runs inside of Directus. A draft had no address. */
const script = () => `
const prefixes = ${JSON.stringify(prefixes)};
const fixed = ${JSON.stringify(fixedSlugs())};
module.exports = function ({ $trigger, before }) {
  const slug = $trigger.payload && $trigger.payload.slug;
  const old = before && before.slug;
  const wasThere = old && (!before.status || before.status === 'published');
  const isFixed = $trigger.collection === 'pages' && fixed.includes(old);
  if (typeof slug !== 'string' || slug === '' || !wasThere || slug === old || isFixed) {
    return { paths: ['-'], rows: [] };
  }
  const [from, to] = [old, slug].map((each) => prefixes[$trigger.collection] + encodeURIComponent(each));
  return { paths: [from, to], rows: [{ from, to, permanent: true, note: 'Made by itself' }] };
};`;

/**
 * Makes the Flow that writes a redirect when the slug of a row changes, and takes away those from both addresses: so
 * one that is changed back has none. It runs before the change, because only then the old slug can be read; whatever
 * fails in it, the change is saved. One of that name is left as it is.
 */
export async function provisionSlugFlow(admin: DirectusAdmin, report: Report): Promise<void> {
  const held = await admin.readRows('/flows', { filter: { name: { _eq: name } }, fields: 'id', limit: 1 });
  if (held.length > 0) return report('kept', `Flow "${name}"`);
  const flow = readRow(
    await admin.create('/flows', {
      name,
      icon: 'alt_route',
      description: 'Links to the old address of a service, post, home or page lead to the new one.',
      status: 'inactive',
      trigger: 'event',
      accountability: 'all',
      options: { type: 'filter', scope: ['items.update'], collections: Object.keys(prefixes) },
    }),
  );
  const steps = [
    {
      ...{ key: 'before', name: 'Read the row', type: 'item-read' },
      options: {
        collection: '{{$trigger.collection}}',
        key: ['{{$trigger.keys[0]}}'],
        permissions: '$full',
        query: { fields: ['*'] },
      },
    },
    { key: 'move', name: 'Compare the addresses', type: 'exec', options: { code: script() } },
    {
      ...{ key: 'clear', name: 'Take old redirects away', type: 'item-delete' },
      options: {
        collection: 'redirects',
        permissions: '$full',
        emitEvents: true,
        query: { filter: { from: { _in: '{{move.paths}}' } } },
      },
    },
    {
      ...{ key: 'write', name: 'Write the redirect', type: 'item-create' },
      options: {
        collection: 'redirects',
        permissions: '$full',
        emitEvents: true,
        payload: '{{move.rows}}',
      },
    },
  ];
  let next: string | null = null;
  for (const [at, step] of [...steps.entries()].reverse()) {
    const place = { flow: flow?.id, position_x: 19 + at * 18 };
    // Directus refuses the change where the last step of a Flow of this kind fails.
    const end = readRow(
      await admin.create('/operations', {
        ...{ ...place, key: `go_on_${step.key}`, name: 'Save all the same', type: 'transform' },
        ...{ position_y: 19, options: { json: { failed: step.key } } },
      }),
    );
    const operation = readRow(
      await admin.create('/operations', {
        ...{ ...place, ...step, position_y: 1 },
        ...{ resolve: next, reject: end?.id },
      }),
    );
    next = readLine(operation?.id);
  }
  // Active only now: until here it would have had nothing to do.
  await admin.change(`/flows/${readLine(flow?.id)}`, { operation: next, status: 'active' });
  report('made', `Flow "${name}"`);
}
