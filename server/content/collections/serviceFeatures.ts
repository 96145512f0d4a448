import { readLine } from '../../directus/readField.ts';
import { parseServiceFeatures } from '../parse/parseService.ts';
import { type CollectionRows, defineCollection, idsOf, published } from './collection.ts';
import { servicesList } from './services.ts';

const rows = {
  name: 'service_features',
  isRow: ({ feature_text: text }) => readLine(text) !== null,
} as const satisfies CollectionRows;

/** The lines of What's Included; edited in the form of their service. */
export const serviceFeatures = defineCollection({
  ...rows,
  publicRows: { service_id: published },
  lists: {},
  details: {
    serviceFeatures: {
      rows,
      prefix: 'features:',
      by: 'service_id',
      query: { sort: 'sort' },
      isSupporting: true,
      ids: idsOf(servicesList, (list) => list.map(({ id }) => id)),
      parse: (rows, _, serviceId) => parseServiceFeatures(rows, serviceId),
    },
  },
  schema: {
    icon: 'checklist',
    label: 'Service features',
    singular: 'Service feature',
    note: 'The lines with checkmarks. It is easier to edit them in their service.',
    template: '{{feature_text}}',
    sortField: 'sort',
    fields: {
      id: { kind: 'id' },
      service_id: {
        kind: 'row',
        label: 'Service',
        required: true,
        template: '{{title}}',
        relation: {
          collection: 'services',
          onDelete: 'CASCADE',
          list: { field: 'features', sortField: 'sort' },
        },
      },
      feature_text: { kind: 'line', label: 'Line', required: true },
      sort: { kind: 'order' },
    },
  },
});
