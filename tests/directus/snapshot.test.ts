import { expect, it } from 'vitest';
import { isCoreTier } from './lab.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const { url, token } = sharedDirectus();

it('the snapshot in the repository is what provisioning makes', async ({ skip }) => {
  skip(isCoreTier, 'Directus 12 writes two more keys for each collection');
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/schema/snapshot?export=yaml`, { headers });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  // `-u` writes it again after a change of the collections.
  await expect(text).toMatchFileSnapshot('../../scripts/directus/snapshot.yaml');
});
