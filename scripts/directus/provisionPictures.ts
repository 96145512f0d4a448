import path from 'node:path';
import { drawOriginal } from '../../server/demo/assets.ts';
import { demoFolder } from '../../server/demo/demoContent.ts';
import type { DemoRows } from '../../server/demo/demoRows.ts';
import { readLine } from '../../server/directus/readField.ts';
import { causeOf } from '../../server/process/errors.ts';
import { ProvisioningProblem } from './directusAdmin.ts';
import type { Run } from './provisioningRun.ts';

/** Uploads the demo pictures that are missing, each with its fixed id and its description. */
export async function provisionPictures(
  { admin, report }: Run,
  files: readonly DemoRows['directus_files'][number][],
): Promise<void> {
  const filter = { id: { _in: files.map(({ id }) => id) } };
  const rows = await admin.readRows('/files', { filter, fields: 'id', limit: files.length });
  const held = new Set(rows.map((row) => readLine(row.id)));
  for (const file of files) {
    if (held.has(file.id)) report('kept', `picture ${file.filename_download}`);
    else {
      if (!admin.isDry) await admin.create('/files', await uploadForm(file));
      report('made', `picture ${file.filename_download}`);
    }
  }
}

/** The metadata come first in the form: Directus ignores those after the file. */
async function uploadForm(file: DemoRows['directus_files'][number]): Promise<FormData> {
  const { id, title, description, focal_point_x, focal_point_y, type } = file;
  const form = new FormData();
  const facts = { id, title, description, focal_point_x, focal_point_y };
  for (const [name, value] of Object.entries(facts)) if (value !== null) form.set(name, String(value));
  const jpeg = await draw(file);
  form.set('file', new Blob([new Uint8Array(jpeg)], { type }), file.filename_download);
  return form;
}

async function draw(file: DemoRows['directus_files'][number]): Promise<Buffer> {
  try {
    return await drawOriginal(path.join(demoFolder('images'), file.filename_disk));
  } catch (error) {
    throw new ProvisioningProblem(
      `The picture ${file.filename_disk} cannot be drawn: ${causeOf(error).split('\n')[0]}. Install the development packages, or run with --without-content.`,
    );
  }
}
