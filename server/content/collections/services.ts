import { servicePath } from '../../../shared/paths.ts';
import { titleOfSlug } from '../parse/titleOfSlug.ts';
import { defineCollection, type RowOf } from './collection.ts';
import {
  amount,
  changed,
  choice,
  chosen,
  currency,
  entries,
  group,
  href,
  html,
  id,
  line,
  mapped,
  moneyOf,
  order,
  picture,
  requiredField,
  row,
  rows,
  searchWords,
  sharingFields,
  slug,
  status,
  text,
  titledTexts,
  toPriceFrom,
  urgency,
} from './fields.ts';
import { firstOfEach, inOrder } from './rowOrder.ts';

const mostServices = 500;

/** What a report says of a part of the house. */
const reportStates = ['fine', 'watch', 'repair'] as const;

/** The services that the company offers, each with a page of its own. */
export const services = defineCollection({
  name: 'services',
  fields: {
    id: id(),
    status: status(),
    slug: slug({ note: 'The page is at /services/ plus this. Old addresses redirect here automatically.' }),
    title: line({ required: true }),
    summary: text({
      column: 'short_description',
      max: 500,
      note: 'One or two sentences for the card on the home page.',
      softLength: 160,
    }),
    description: text({ note: 'Shown on the page if there is no text below.' }),
    content: html({ label: 'Text' }),
    features: rows({
      label: 'What’s included',
      note: 'The lines with checkmarks.',
      template: '{{feature_text}}',
    }),
    urgency: urgency(),
    presentation: group({ label: 'Pictures and headings', isOpen: true }),
    thumbnail: picture({
      column: 'thumbnail_image',
      label: 'Card picture',
      group: 'presentation',
      width: 'half',
    }),
    heroPicture: picture({
      column: 'hero_image',
      label: 'Picture at the top',
      group: 'presentation',
      width: 'half',
    }),
    heroTitle: line({ label: 'Heading', note: 'If empty, the title.', group: 'presentation' }),
    heroSubtitle: line({ max: 400, label: 'Subheading', group: 'presentation' }),
    featuresTitle: line({
      label: 'Heading of the list',
      note: 'If empty, What’s Included.',
      group: 'presentation',
    }),
    person: row({
      label: 'Who answers for it',
      template: '{{name}}',
      width: 'half',
      relation: { collection: 'team', onDelete: 'SET NULL' },
    }),
    actionText: line({
      max: 40,
      label: 'Button',
      note: 'If empty, Get Quote, which leads to the contact form.',
      width: 'half',
    }),
    actionUrl: href({ label: 'Where the button leads', width: 'half', placeholder: '/rentals' }),
    course: group({
      label: 'How it works',
      note: 'What you promise for this service. Empty fields are not shown.',
    }),
    /** The steps of the service, in an editor's words. */
    steps: titledTexts({ most: 6, label: 'Steps', group: 'course', addLabel: 'Add a step' }),
    /** What follows a first message. */
    next: text({
      column: 'what_happens_next',
      max: 1_000,
      note: 'What happens after a first message. Shown after How soon you reply (in Site settings).',
      group: 'course',
    }),
    costs: group({
      label: 'What it costs',
      note: 'Empty fields are not shown.',
    }),
    priceFrom: amount({ label: 'Price from', note: 'The lowest price.', group: 'costs' }),
    priceUnit: line({
      max: 40,
      label: 'Per',
      group: 'costs',
      width: 'half',
      placeholder: 'a month',
    }),
    currency: currency({ group: 'costs' }),
    priceFactors: text({ max: 600, label: 'What affects the price', group: 'costs', softLength: 200 }),
    exampleTitle: line({
      max: 120,
      label: 'Example bill: title',
      group: 'costs',
      placeholder: 'A two-bedroom house, in January',
    }),
    exampleBill: entries({
      most: 12,
      label: 'Example bill: lines',
      group: 'costs',
      template: '{{item}}: {{amount}}',
      addLabel: 'Add a line',
      inputs: {
        item: requiredField(line({ max: 120, required: true })),
        amount: requiredField(amount({ required: true })),
      },
    }),
    asked: group({
      label: 'What owners ask',
      note: 'Empty fields are not shown.',
    }),
    /** Short answers to what owners ask first. */
    answers: titledTexts({
      most: 8,
      label: 'Short answers',
      note: 'A heading of a few words (Your person, How often, Notice) with one or two sentences.',
      group: 'asked',
      addLabel: 'Add an answer',
    }),
    reportTitle: line({
      max: 160,
      label: 'Sample report: house and date',
      group: 'asked',
      placeholder: 'A two-bedroom cabin, January 14',
    }),
    reportWalker: line({ max: 80, label: 'Sample report: who walked', group: 'asked', width: 'half' }),
    reportLines: entries({
      most: 200,
      label: 'Sample report: lines',
      group: 'asked',
      template: '{{item}}: {{state}}',
      addLabel: 'Add a line',
      inputs: {
        item: requiredField(line({ max: 120, required: true, width: 'half' })),
        state: mapped(
          choice({
            width: 'half',
            choices: reportStates.map((value) => ({ text: value, value })),
          }),
          (written) => reportStates.find((state) => state === written) ?? null,
        ),
        note: line({ max: 300 }),
        amount: amount({ label: 'Cost' }),
      },
    }),
    sampleReport: picture({ label: 'Sample report as a picture', group: 'asked', width: 'half' }),
    sampleDocument: href({
      label: 'Link to the whole report',
      note: 'The full address of a document, such as a PDF.',
      group: 'asked',
      width: 'half',
    }),
    questions: titledTexts({
      most: 20,
      label: 'Questions and answers',
      group: 'asked',
      addLabel: 'Add a question',
    }),
    related: chosen({
      column: 'related_services',
      label: 'Related services',
      rowsOf: ['services'],
      note: 'Addresses of up to three services to show below this one. If empty, the most similar ones.',
    }),
    searchWords: searchWords(),
    ...sharingFields,
    displayOrder: order(),
    dateUpdated: changed(),
  },
  toRow: ({
    title,
    thumbnail,
    content,
    priceFrom,
    priceUnit,
    currency,
    exampleBill,
    reportLines,
    ...service
  }) => ({
    ...service,
    title: title ?? titleOfSlug(service.slug),
    picture: thumbnail ?? service.heroPicture,
    price: toPriceFrom(moneyOf(priceFrom, currency), priceUnit),
    exampleBill: exampleBill.flatMap(({ item, amount }) => {
      const cost = moneyOf(amount, currency);
      return cost === null ? [] : [{ item, cost }];
    }),
    reportLines: reportLines.map(({ amount, ...line }) => ({ ...line, cost: moneyOf(amount, currency) })),
    get content() {
      return content();
    },
  }),
  arrange(list) {
    const unique = firstOfEach(list, (service) => service.slug);
    return inOrder(unique, ({ title }) => title, mostServices);
  },
  pages: (list) =>
    list.map(({ slug, dateUpdated, picture, noindex }) => ({
      path: servicePath(slug),
      isUnlisted: noindex,
      lastModified: dateUpdated,
      pictures: picture === null ? [] : [picture],
    })),
  form: {
    icon: 'home_repair_service',
    label: 'Services',
    singular: 'Service',
    note: 'Each published service has a page; the first nine are on the home page. Drag them into order.',
    template: '{{title}}',
    columns: ['thumbnail_image', 'title', 'status', 'date_updated', 'short_description'],
    pages: [{ path: '/services/{{slug}}' }],
  },
});

/** A published service. */
export type Service = RowOf<typeof services>;
