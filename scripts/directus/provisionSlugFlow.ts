import { collectionOf, collections } from '../../server/content/collections/collections.ts';
import { pageChoices } from '../../server/content/collections/pages.ts';
import { makeFlow, type Step } from './makeOnce.ts';
import type { Run } from './provisioningRun.ts';

/** The part of an address before the slug, by collection. */
const prefixes = Object.fromEntries(
  Object.values(collections).flatMap(({ name }) =>
    (collectionOf(name).schema?.pages ?? [])
      .filter(({ path }) => path.endsWith('{{slug}}'))
      .map(({ path }) => [name, path.replace('{{slug}}', '')]),
  ),
);

/** Compares the row before the change with the change; runs inside Directus. A draft has no address yet. */
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

/** A step that does not stop the save if it fails: otherwise Directus would refuse the editor's change. */
const step = (key: string, name: string, type: string, options: object): Step => ({
  key,
  name,
  type,
  options,
  otherwise: [
    { key: `go_on_${key}`, name: 'Save all the same', type: 'transform', options: { json: { failed: key } } },
  ],
});

const onRedirects = { collection: 'redirects', permissions: '$full', emitEvents: true };

/**
 * Creates the Flow that writes a redirect when the slug of a row changes. It first deletes the redirects from both
 * addresses, so that an address that is changed back does not redirect. It runs before the change, while the old slug
 * can still be read.
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
