import { withoutBullet } from '../parse/terms.ts';
import { defineCollection, type RowOf } from './collection.ts';
import { line, mapped, optionalId, order, requiredField, row } from './fields.ts';
import { inOrder } from './rowOrder.ts';

const mostOfService = 200;

/** The lines of What's Included; edited in the form of their service. */
export const serviceFeatures = defineCollection({
  name: 'service_features',
  fields: {
    id: optionalId(),
    serviceId: requiredField(
      row({
        label: 'Service',
        required: true,
        template: '{{title}}',
        relation: {
          collection: 'services',
          onDelete: 'CASCADE',
          list: { field: 'features', sortField: 'sort' },
        },
      }),
    ),
    text: requiredField(
      mapped(
        line({ column: 'feature_text', max: 300, label: 'Line', required: true }),
        (written) => written && withoutBullet(written),
      ),
    ),
    displayOrder: order({ column: 'sort' }),
  },
  toRow: (feature) => feature,
  arrange(features) {
    const ofServices = Map.groupBy(features, ({ serviceId }) => serviceId).values();
    const ordered = [...ofServices].map((lines) => inOrder(lines, ({ text }) => text, mostOfService));
    return ordered.flat();
  },
  publicRows: { service_id: { status: { _eq: 'published' } } },
  form: {
    icon: 'checklist',
    label: 'Service features',
    singular: 'Service feature',
    note: 'The lines with checkmarks. It is easier to edit them in their service.',
    template: '{{feature_text}}',
    columns: ['service_id', 'feature_text'],
    shownAt: '/services',
  },
});

/** A line of What's Included, and the id of the service that it belongs to. */
export type ServiceFeature = RowOf<typeof serviceFeatures>;
