import { type Row, readId, readLine, readNumber, readRow, readRows } from '../../directus/readField.ts';
import type { ParseContext } from '../parse/parseContext.ts';
import {
  amount,
  choice,
  chosen,
  currency,
  type DataField,
  entries,
  type Fields,
  type FieldValues,
  formsOf,
  href,
  html,
  id,
  line,
  mapped,
  picture,
  readerOf,
  requiredField,
  text,
  titledTexts,
} from './fields.ts';
import { type IconName, iconNames } from './icons.ts';
import { type CollectionSchema, columnsOf } from './schema.ts';

/**
 * The blocks that editors build pages from, each declared once, like a field. The type of a block, its columns in the
 * query, its collection in Directus, access rules and the editor's form follow from that;
 * `server/site/blocks/pageBlocks.tsx` has a view for each. A page refers to its blocks through a junction, as in
 * Directus' many-to-any relations.
 */

interface BlockDefinition<F extends Fields> {
  readonly icon: string;
  readonly label: string;
  /** The display template in the list of a page's blocks. */
  readonly template: string;
  readonly fields: F;
}

/** A kind of block. */
interface BlockKindOf<F extends Fields> {
  readonly schema: CollectionSchema;
  readonly parse: (row: Row, context: ParseContext) => FieldValues<F> | null;
}

/** Creates a kind of block from its declaration. */
function defineBlock<F extends Fields>({ fields, ...form }: BlockDefinition<F>): BlockKindOf<F> {
  const all = { id: id(), ...fields };
  return {
    schema: { ...form, singular: form.label, note: 'A block of a page.', isPart: true, fields: formsOf(all) },
    parse: readerOf(fields),
  };
}

const title = (label = 'Heading') => line({ max: 160, label });
const linkFields = {
  link: href({ label: 'Link', width: 'half', placeholder: '/contact' }),
  linkText: line({ max: 80, label: 'Link text', width: 'half' }),
};

/** Every kind of block by its name; the name of its collection in Directus is `block_` and that name. */
export const blockKinds = {
  text: defineBlock({
    icon: 'notes',
    label: 'Text',
    template: '{{title}}',
    fields: { title: title(), content: html({ label: 'Text' }) },
  }),
  picture: defineBlock({
    icon: 'art_track',
    label: 'Picture with text',
    template: '{{title}}',
    fields: {
      title: title(),
      content: html({ label: 'Text' }),
      picture: picture({ width: 'half' }),
      side: choice({
        label: 'Picture position',
        width: 'half',
        choices: [
          { text: 'Left', value: 'left' },
          { text: 'Right', value: 'right' },
        ],
      }),
      ...linkFields,
    },
  }),
  cards: defineBlock({
    icon: 'view_column',
    label: 'Cards',
    template: '{{title}}',
    fields: {
      title: title(),
      lead: text({ max: 400, label: 'Subheading' }),
      cards: entries({
        most: 12,
        template: '{{title}}',
        addLabel: 'Add a card',
        inputs: {
          icon: mapped(
            choice({ width: 'half', choices: iconNames.map((name) => ({ text: name, value: name })) }),
            (written): IconName | null => iconNames.find((name) => name === written) ?? null,
          ),
          title: requiredField(line({ max: 100, required: true })),
          text: text({ max: 600 }),
          ...linkFields,
        },
      }),
    },
  }),
  questions: defineBlock({
    icon: 'help_outline',
    label: 'Questions and answers',
    template: '{{title}}',
    fields: { title: title(), questions: titledTexts({ most: 30, addLabel: 'Add a question' }) },
  }),
  quote: defineBlock({
    icon: 'format_quote',
    label: 'Quotation',
    template: '{{text}}',
    fields: {
      text: text({ max: 700, required: true }),
      name: line({ max: 80, label: 'Who said it', width: 'half' }),
      about: line({ max: 120, label: 'Who they are', width: 'half' }),
    },
  }),
  prices: defineBlock({
    icon: 'sell',
    label: 'Prices',
    template: '{{title}}',
    fields: {
      title: title(),
      lead: text({ max: 600, label: 'What affects them' }),
      currency: currency(),
      prices: entries({
        most: 20,
        template: '{{item}}: {{amount}}',
        addLabel: 'Add a price',
        inputs: {
          item: requiredField(line({ max: 120, required: true, label: 'What' })),
          note: line({ max: 160 }),
          amount: requiredField(amount({ required: true })),
          unit: line({ max: 40, label: 'Unit', width: 'half', placeholder: 'a month' }),
        },
      }),
    },
  }),
  call: defineBlock({
    icon: 'campaign',
    label: 'Call to action',
    template: '{{title}}',
    fields: { title: title(), text: text({ max: 400 }), ...linkFields },
  }),
  gallery: defineBlock({
    icon: 'photo_library',
    label: 'Pictures',
    template: '{{title}}',
    fields: {
      title: title(),
      pictures: entries({
        most: 24,
        template: '{{caption}}',
        addLabel: 'Add a picture',
        inputs: { picture: requiredField(picture({ required: true })), caption: line({ max: 160 }) },
        bare: 'picture',
      }),
    },
  }),
  choice: defineBlock({
    icon: 'checklist',
    label: 'Homes, services or posts',
    template: '{{title}}',
    fields: {
      title: title(),
      lead: text({ max: 400, label: 'Subheading' }),
      homes: chosen({
        rowsOf: ['homes'],
        note: 'The addresses of homes, in the order to show them.',
      }),
      services: chosen({ rowsOf: ['services'], note: 'The addresses of services.' }),
      posts: chosen({ rowsOf: ['blog_posts'], note: 'The addresses of posts.' }),
    },
  }),
  form: defineBlock({
    icon: 'contact_mail',
    label: 'Contact form',
    template: '{{title}}',
    fields: { title: title(), text: text({ max: 400 }) },
  }),
};

/** The name of a kind of block. */
export type BlockKind = keyof typeof blockKinds;

/** What the fields of a kind of block hold. */
export type BlockValues<K extends BlockKind> = NonNullable<ReturnType<(typeof blockKinds)[K]['parse']>>;

/** A block of a page. */
export type PageBlock = {
  [K in BlockKind]: {
    readonly kind: K;
    /** The id of its row in the junction: its place on the page. */
    readonly id: string;
    /** The id of its own row; null if the response has none. */
    readonly itemId: string | null;
    readonly values: BlockValues<K>;
  };
}[BlockKind];

/** The kind of block that a row of the junction is for, which may be none of ours. */
export const kindOf = (row: Row): string => (readLine(row.collection) ?? '').replace(/^block_/, '');
const isKind = (name: string): name is BlockKind => Object.hasOwn(blockKinds, name);
/** The name of the collection for a kind of block. */
export const tableOf = (kind: string): string => `block_${kind}`;
const kindNames: readonly BlockKind[] = Object.keys(blockKinds).filter(isKind);

/** No page needs more blocks; further ones are dropped. */
const mostBlocks = 60;

/** The junction collection between pages and their blocks. */
export const junctionName = 'pages_blocks';

const junctionSchema: CollectionSchema = {
  icon: 'import_export',
  label: 'Blocks of pages',
  singular: 'Block of a page',
  note: 'Which blocks a page has, and in which order.',
  template: '{{collection}}',
  isPart: true,
  sortField: 'sort',
  fields: {
    id: { kind: 'id' },
    pages_id: {
      kind: 'row',
      isHidden: true,
      template: '{{slug}}',
      relation: {
        collection: 'pages',
        onDelete: 'CASCADE',
        list: { field: 'blocks', sortField: 'sort', junctionField: 'item' },
      },
    },
    sort: { kind: 'order' },
    collection: { kind: 'line', isHidden: true },
    item: { kind: 'line', isHidden: true },
  },
};

/** The names of the collections that hold blocks. */
export const blockTableNames: readonly string[] = kindNames.map(tableOf);

/** The tables in Directus that belong to pages: their blocks, and the junction. */
export const partTables: readonly {
  readonly name: string;
  readonly schema: CollectionSchema;
  /** What the public may read under strict rules. */
  readonly publicFields: readonly string[];
}[] = [
  ...kindNames.map((kind) => ({ name: tableOf(kind), schema: blockKinds[kind].schema })),
  { name: junctionName, schema: junctionSchema },
].map((table) => ({ ...table, publicFields: columnsOf(table.schema).map(([column]) => column) }));

/** The blocks of a page in their order. Those that are unknown or cannot be read are left out. */
export function blocks(): DataField<readonly PageBlock[]> {
  const form = {
    kind: 'blocks',
    note: 'Any number of blocks in any order, below the page’s own content.',
    collections: blockTableNames,
  } as const;
  // Directus expands `item` for those kinds of blocks that may be read, and leaves out the others.
  return {
    form,
    relations: ['blocks.*', 'blocks.item.*'],
    read: (value, context) => readBlocks(value, context),
  };
}

function readBlocks(value: unknown, context: ParseContext): readonly PageBlock[] {
  const placed = readRows(value).map((row) => ({ row, sort: readNumber(row.sort) ?? Number.MAX_VALUE }));
  return placed
    .sort((a, b) => a.sort - b.sort)
    .slice(0, mostBlocks)
    .flatMap(({ row }) => readBlock(row, context) ?? []);
}

function readBlock(row: Row, context: ParseContext): PageBlock | null {
  const kind = kindOf(row);
  const [id, item] = [readId(row.id), readRow(row.item)];
  if (id === null || item === null || !isKind(kind)) return null;
  const values = blockKinds[kind].parse(item, context);
  // The compiler does not see that the values are those of this kind.
  return values && ({ kind, id, itemId: readId(item.id), values } as PageBlock);
}
