import { hash } from 'node:crypto';
import { readNumber } from '../../directus/readField.ts';
import type { FileFacts } from '../parse/parseContext.ts';
import { defineCollection } from './collection.ts';
import { field, id, line, mapped, number, text } from './fields.ts';

const mostPixels = 100_000;
const focalPoint = () => field({ kind: 'number' }, readNumber);

/** The file library, a system table of Directus: the facts of each file by its id in lower case. */
export const files = defineCollection({
  name: 'directus_files',
  offer: 'descriptions and sizes of pictures',
  fields: {
    id: mapped(id(), (written) => written.toLowerCase()),
    type: line({ max: 100 }),
    width: number({ most: mostPixels }),
    height: number({ most: mostPixels }),
    bytes: field({ kind: 'number', column: 'filesize' }, readNumber),
    description: text({ max: 500 }),
    focalPointX: focalPoint(),
    focalPointY: focalPoint(),
    version: mapped(line({ column: 'modified_on', max: 64 }), toVersion),
  },
  toRow({ id: file, focalPointX, focalPointY, ...facts }) {
    const x = toPercent(focalPointX, facts.width);
    const y = toPercent(focalPointY, facts.height);
    return { file, facts: { ...facts, focus: x === null || y === null ? null : { x, y } } };
  },
  arrange: (rows): ReadonlyMap<string, FileFacts> => new Map(rows.map(({ file, facts }) => [file, facts])),
  changedField: 'modified_on',
  form: null,
  // What is needed to serve and describe an image, not who uploaded it or where it is stored.
  publicFields: [
    'id',
    'type',
    'title',
    'description',
    'width',
    'height',
    'focal_point_x',
    'focal_point_y',
    'filename_download',
    'filesize',
    'modified_on',
    'uploaded_on',
  ],
});

/** Directus sets `modified_on` whenever the file or its data change; as a digest it is short enough for an address. */
function toVersion(modified: string | null): string | null {
  return modified === null ? null : hash('sha256', modified, 'hex').slice(0, 10);
}

/** Directus gives the focal point in pixels of the original. */
function toPercent(pixels: number | null, size: number | null): number | null {
  if (pixels === null || size === null) return null;
  return Math.round(Math.min(Math.max(pixels / size, 0), 1) * 1_000) / 10;
}
