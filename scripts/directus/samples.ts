import path from 'node:path';
import { ProvisioningProblem } from '../../provisioning/directusAdmin.ts';
import type { Samples } from '../../provisioning/run.ts';
import { drawOriginal } from '../../server/demo/assets.ts';
import { demoFolder } from '../../server/demo/demoContent.ts';
import { type DemoRows, demoRows } from '../../server/demo/demoRows.ts';
import { causeOf } from '../../server/process/errors.ts';

/** The content of the demo as sample content. */
export function demoSamples(use: Samples['use']): Samples {
  const { directus_files: files, ...rows } = demoRows();
  return {
    use,
    rows,
    pictures: files.map((file) => ({
      id: file.id,
      name: file.filename_download,
      upload: () => uploadForm(file),
    })),
  };
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
