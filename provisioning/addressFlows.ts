import { collectionOf, collections } from '../server/content/collections/collections.ts';
import { pageChoices } from '../server/content/collections/pages.ts';
import { flow, onRows, type Step } from './flows.ts';
import type { Data } from './wanted.ts';

/** The part of an address before the slug, by collection. */
const prefixes = Object.fromEntries(
  Object.values(collections).flatMap(({ name }) =>
    (collectionOf(name).schema?.pages ?? [])
      .filter(({ path }) => path.endsWith('{{slug}}'))
      .map(({ path }) => [name, path.replace('{{slug}}', '')]),
  ),
);

/** Begins each script; scripts run inside Directus. A draft has no address. */
const addressScript = `
const prefixes = ${JSON.stringify(prefixes)};
const fixed = ${JSON.stringify(pageChoices.map(({ value }) => value))};
const addressOf = ($trigger, slug) => prefixes[$trigger.collection] + encodeURIComponent(slug);
const isShown = (row) => !row.status || row.status === 'published';`;

/** Compares the row before the change with the change; fails if its address does not change. */
const moveScript = `${addressScript}
module.exports = function ({ $trigger, before }) {
  const slug = $trigger.payload && $trigger.payload.slug;
  const old = before && before.slug;
  const isFixed = $trigger.collection === 'pages' && fixed.includes(old);
  if (typeof slug !== 'string' || !slug || !old || slug === old || isFixed || !isShown(before)) throw 'Not moved';
  const [from, to] = [old, slug].map((each) => addressOf($trigger, each));
  return { from, row: { from, to, permanent: true, note: 'Created automatically' } };
};`;

/** The address that the row has got; fails if it has none. */
const arrivalScript = `${addressScript}
module.exports = function ({ $trigger, after }) {
  if (!$trigger.payload || !$trigger.payload.slug || !isShown(after)) throw 'Not moved';
  return addressOf($trigger, after.slug);
};`;

/** A step that does not stop the save if it fails: otherwise Directus would refuse the editor's change. */
const step = (key: string, name: string, what: Pick<Step, 'type' | 'options'>): Step => ({
  key,
  name,
  ...what,
  otherwise: [
    { key: `go_on_${key}`, name: 'Save anyway', type: 'transform', options: { json: { failed: key } } },
  ],
});

const onTheRow = (action: 'read' | 'update', options: Data) =>
  onRows(action, '{{$trigger.collection}}', { key: ['{{$trigger.keys[0]}}'], ...options });
/** With events, so that the site is told. */
const onRedirects = (action: 'create' | 'delete', options: Data) =>
  onRows(action, 'redirects', { emitEvents: true, ...options });
const readRowStep = (key: string) =>
  step(key, 'Read the row', onTheRow('read', { query: { fields: ['*'] } }));
const deleteStep = (from: string) =>
  step(
    'clear',
    'Remove old redirects',
    onRedirects('delete', { query: { filter: { from: { _eq: from } } } }),
  );
const updates = { scope: ['items.update'], collections: Object.keys(prefixes) };

/**
 * Writes a redirect when the slug of a row changes. It runs before the change, while the old slug can still be read, and
 * also when Directus then refuses the change.
 */
export const redirectFlow = flow({
  name: 'Redirect addresses that change',
  icon: 'alt_route',
  description: 'Links to the old address of a service, post, home or page lead to the new one.',
  trigger: 'event',
  options: { type: 'filter', ...updates },
  // A log would be written for a stranger's calls too.
  accountability: null,
  steps: [
    readRowStep('before'),
    step('move', 'Compare the addresses', { type: 'exec', options: { code: moveScript } }),
    // Directus asks the Flow before it checks access. Writing the slug that the row has changes nothing, and fails
    // unless the same user may write it.
    step(
      'may',
      'May this user change it?',
      onTheRow('update', { permissions: '$trigger', payload: { slug: '{{before.slug}}' } }),
    ),
    deleteStep('{{move.from}}'),
    step('write', 'Write the redirect', onRedirects('create', { payload: '{{move.row}}' })),
  ],
});

/**
 * Deletes the redirects from an address that a row has got. It runs after the change: one that Directus refuses must not
 * cost a redirect that visitors follow.
 */
export const arrivalFlow = flow({
  name: 'End redirects from addresses in use',
  icon: 'alt_route',
  description: 'An address that is changed back no longer redirects.',
  trigger: 'event',
  options: { type: 'action', ...updates },
  accountability: null,
  steps: [
    readRowStep('after'),
    step('arrival', 'Its address', { type: 'exec', options: { code: arrivalScript } }),
    deleteStep('{{arrival}}'),
  ],
});
