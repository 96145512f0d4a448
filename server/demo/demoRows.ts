import { junctionName, partTables } from '../content/collections/blocks.ts';
import { type CollectionName, collectionNames, collectionOf } from '../content/collections/collections.ts';
import { columnsOf, type Field } from '../content/collections/schema.ts';
import { demoContent, type PlainName, pictureId } from './demoContent.ts';
import { demoDate, writtenOn } from './demoDate.ts';

/** A row as it is stored. Untyped, because tests put the mistakes of editors into it. */
export type ContentRow = Record<string, unknown>;

export type ContentRows = Record<CollectionName, ContentRow[]>;

export type DemoRows = ReturnType<typeof demoRows>;

/**
 * Assembles the written content into the rows of a content service, new ones on each call. Ids follow neither the
 * display order nor the dates, so that code which forgets to sort is noticed at once.
 *
 * @param today moves the dates, see `demoDate`; by default they are the written ones
 */
export function demoRows(today = new Date(writtenOn)) {
  const dateOf = (written: string | null) => (written === null ? null : demoDate(written, today));
  const settings = Object.entries(demoContent().site.settings);
  const rows = {
    ...plainRows(dateOf),
    navigation: navigationRows(),
    site_settings: settings.map(([key, value], at) => ({ id: at + 1, key, value })),
    pages: pageRows(),
    services: demoContent().services.map(
      ({ features: _, steps, thumbnail, hero, report, ...service }, at) => ({
        id: at + 1,
        ...service,
        steps: JSON.stringify(steps),
        thumbnail_image: fileOf(thumbnail),
        hero_image: fileOf(hero),
        sample_report: fileOf(report),
      }),
    ),
    service_features: featureRows(),
    // Lists are arrays, as a real Directus sends them.
    homes: demoContent().homes.map(({ content, pictures, ...home }, at) => ({
      id: at + 1,
      ...home,
      description: content,
      pictures: pictures.map(({ picture, caption }) => ({ picture: pictureId(picture), caption })),
    })),
    cta_settings: [{ id: 1, ...demoContent().site.call_to_action }],
    blog_posts: demoContent().posts.map(({ image, ...post }, at) => ({
      id: at + 1,
      ...post,
      published_at: dateOf(post.published_at),
      published_date: dateOf(post.published_date),
      featured_image: fileOf(image),
      thumbnail_image: fileOf(image),
    })),
    directus_files: fileRows(),
  } satisfies ContentRows;
  fillColumns(rows);
  return rows;
}

/**
 * Sets columns that the files do not mention to null or, for flags, their default, so that provisioning resets them
 * too.
 */
function fillColumns(rows: ContentRows): void {
  for (const name of collectionNames) {
    const { schema } = collectionOf(name);
    // A row of settings has only one of the columns.
    const written =
      schema === null || schema.isSingleton
        ? []
        : columnsOf(schema).filter(([, { kind }]) => kind !== 'changed');
    for (const row of rows[name]) {
      for (const [column, field] of written)
        row[column] ??= field.kind === 'flag' ? (field.isOn ?? false) : null;
    }
  }
}

const fileOf = (name: string | null) => (name === null ? null : pictureId(name));

function plainRows(dateOf: (written: string | null) => string | null): Record<PlainName, ContentRow[]> {
  const rows = [...demoContent().plain].map(([name, entries]) => {
    const fields = collectionOf(name).schema?.fields ?? {};
    const columns = (entry: ContentRow) =>
      Object.entries(entry).map(([column, value]) => {
        const kind = fields[column]?.kind;
        if (typeof value !== 'string') return [column, value];
        if (kind === 'picture') return [column, pictureId(value)];
        return [column, kind === 'day' || kind === 'moment' ? dateOf(value) : value];
      });
    const placed = entries.map((entry, at) => ({
      id: at + 1,
      ...(fields.status ? { status: 'published' } : {}),
      ...(fields.display_order ? { display_order: at + 1 } : {}),
      ...Object.fromEntries(columns(entry)),
    }));
    return [name, placed];
  });
  // The compiler cannot follow a loop over the members of a type.
  return Object.fromEntries(rows) as Record<PlainName, ContentRow[]>;
}

type MenuRow = {
  readonly id: number;
  readonly title: string;
  readonly url: string | null;
  readonly parent_id: number | null;
  readonly display_order: number | null;
};

/** Menu entries are added from last to first, children after all top entries, so ids run against the display order. */
function navigationRows(): MenuRow[] {
  const rows: MenuRow[] = [];
  const add = (entries: readonly { title: string; url: string | null }[], parent_id: number | null) => {
    for (const [at, { title, url }] of [...entries.entries()].reverse()) {
      rows.push({ id: rows.length + 1, title, url, parent_id, display_order: at + 1 });
    }
  };
  add(demoContent().site.menu, null);
  for (const { id, title } of [...rows]) {
    add(demoContent().site.menu.find((entry) => entry.title === title)?.children ?? [], id);
  }
  return rows;
}

function pageRows() {
  const ids = new Map<string, number>();
  const nextId = (table: string) => {
    const id = (ids.get(table) ?? 0) + 1;
    ids.set(table, id);
    return id;
  };
  return demoContent().pages.map((page) => ({
    ...pageRow(page),
    // The form in which the items API reads and writes rows of many-to-any relations.
    blocks: page.blocks.map(({ kind, ...columns }, at) => {
      const collection = `block_${kind}`;
      const { fields = {} } = partTables.find(({ name }) => name === collection)?.schema ?? {};
      const item = { id: nextId(collection), ...blockColumns(fields, columns) };
      return { id: nextId(junctionName), sort: at + 1, collection, item };
    }),
  }));
}

/** The columns of a block, or the members of an entry: pictures by their ids, missing columns as null. */
function blockColumns(fields: Readonly<Record<string, Field>>, written: ContentRow): ContentRow {
  const columns = Object.entries(fields).filter(([, { kind }]) => kind !== 'id');
  return Object.fromEntries(
    columns.map(([column, field]) => {
      const value = written[column] ?? null;
      if (field.kind === 'picture' && typeof value === 'string') return [column, pictureId(value)];
      // Lists are arrays, as a real Directus sends them.
      if (field.kind === 'words' && typeof value === 'string') return [column, value.split(/, */)];
      if (field.kind !== 'entries' || !Array.isArray(value)) return [column, value];
      return [column, value.map((entry: ContentRow) => blockColumns(field.inputs, entry))];
    }),
  );
}

function pageRow({
  hero,
  story,
  spring,
  summer,
  fall,
  winter,
  services_repeater,
  content,
  blocks: _,
  ...page
}: ReturnType<typeof demoContent>['pages'][number]) {
  const cards = services_repeater?.map(({ image, ...card }) => ({ picture: pictureId(image), ...card }));
  return {
    ...page,
    hero_image: fileOf(hero),
    content: content || null,
    story_image: fileOf(story),
    spring_image: fileOf(spring),
    summer_image: fileOf(summer),
    fall_image: fileOf(fall),
    winter_image: fileOf(winter),
    services_repeater: cards === undefined ? null : JSON.stringify(cards),
  };
}

/** The lines of each service are added from last to first: `sort` is the order, the id is not. */
function featureRows() {
  const lines = demoContent().services.flatMap(({ features }, service) =>
    features.map((feature_text, at) => ({ service_id: service + 1, feature_text, sort: at + 1 })).reverse(),
  );
  return lines.map((line, at) => ({ id: at + 1, ...line }));
}

/** When the demo's pictures were made. */
export const picturesModifiedOn = '2026-09-14T16:20:00.000Z';

function fileRows() {
  return [...demoContent().pictures].map(([name, { id, title, description, focus }]) => ({
    id,
    storage: 'local',
    filename_disk: `${name}.svg`,
    filename_download: `${name}.jpg`,
    title,
    type: 'image/jpeg',
    folder: null,
    uploaded_by: null,
    created_on: picturesModifiedOn,
    modified_by: null,
    modified_on: picturesModifiedOn,
    charset: null,
    filesize: null,
    width: 1600,
    height: 1000,
    duration: null,
    embed: null,
    description,
    location: null,
    tags: null,
    metadata: null,
    focal_point_x: focus?.[0] ?? null,
    focal_point_y: focus?.[1] ?? null,
    uploaded_on: picturesModifiedOn,
  }));
}
