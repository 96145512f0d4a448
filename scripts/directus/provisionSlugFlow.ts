import { collectionOf, collections } from '../../server/content/collections/collections.ts';
import { pageChoices } from '../../server/content/collections/pages.ts';
import { makeFlow, type Step } from './makeOnce.ts';
import type { Run } from './provisioningRun.ts';

/** What stands before the slug in the addresses of a collection's rows, by the names of collections. */
const prefixes = Object.fromEntries(
  Object.values(collections).flatMap(({ name }) =>
    (collectionOf(name).schema?.pages ?? [])
      .filter(({ path }) => path.endsWith('{{slug}}'))
      .map(({ path }) => [name, path.replace('{{slug}}', '')]),
  ),
);

/** Compares the row before the change with the change; runs inside of Directus. A draft had no address. */
const script = () => `
const prefixes = ${JSON.stringify(prefixes)};
const fixed = ${JSON.stringify(pageChoices.map(({ value }) => value))};
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

/** A step that saves all the same where it fails: else Directus would refuse the change of the editor. */
const step = (key: string, name: string, type: string, options: object): Step => ({
  ...{ key, name, type, options },
  otherwise: [
    { key: `go_on_${key}`, name: 'Save all the same', type: 'transform', options: { json: { failed: key } } },
  ],
});

const onRedirects = { collection: 'redirects', permissions: '$full', emitEvents: true };

/**
 * Makes the Flow that writes a redirect when the slug of a row changes, and takes away those from both addresses: so
 * one that is changed back has none. It runs before the change, because only then the old slug can be read.
 */
export async function provisionSlugFlow(run: Run): Promise<void> {
  await makeFlow(run, {
    name: 'Redirect addresses that change',
    icon: 'alt_route',
    description: 'Links to the old address of a service, post, home or page lead to the new one.',
    trigger: 'event',
    options: { type: 'filter', scope: ['items.update'], collections: Object.keys(prefixes) },
    steps: [
      step('before', 'Read the row', 'item-read', {
        collection: '{{$trigger.collection}}',
        key: ['{{$trigger.keys[0]}}'],
        permissions: '$full',
        query: { fields: ['*'] },
      }),
      step('move', 'Compare the addresses', 'exec', { code: script() }),
      step('clear', 'Take old redirects away', 'item-delete', {
        ...onRedirects,
        query: { filter: { from: { _in: '{{move.paths}}' } } },
      }),
      step('write', 'Write the redirect', 'item-create', { ...onRedirects, payload: '{{move.rows}}' }),
    ],
  });
}
