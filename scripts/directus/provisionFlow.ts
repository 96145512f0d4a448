import { type Row, readLine, readRow, readRows } from '../../server/directus/readField.ts';
import { hookPath, hookSecretHeader } from '../../shared/paths.ts';
import { collectionPlans } from './collectionPlans.ts';
import { ProvisioningProblem } from './directusAdmin.ts';
import { makeFlow } from './makeOnce.ts';
import type { Run } from './provisioningRun.ts';
import { provisionPublications, publications, receiptSteps, retryKey } from './provisionPublications.ts';

export interface SiteHook {
  readonly url: string;
  readonly secret: string;
}

const scope = [
  'items.create',
  'items.update',
  'items.delete',
  'items.sort',
  'files.upload',
  'files.update',
  'files.delete',
];

const watched = collectionPlans.map(({ collection }) => collection);

/** Adds collections that are newer than the Flow, so that their changes trigger it too. */
async function addCollections({ admin, report }: Run, flow: Row): Promise<void> {
  const options = readRow(flow.options);
  const held: readonly unknown[] = Array.isArray(options?.collections) ? options.collections : [];
  const missing = watched.filter((name) => !held.includes(name));
  // Somebody has removed all collections from the Flow on purpose.
  if (held.length === 0 || missing.length === 0) return;
  await admin.change(`/flows/${readLine(flow.id)}`, {
    options: { ...options, collections: [...held, ...missing] },
  });
  report('made', `calls for ${missing.join(', ')} in it`);
}

/**
 * The address of the site's publish hook.
 *
 * @param address the site's origin, or the whole address of its hook
 * @throws {ProvisioningProblem} when the address or the secret is not valid
 */
export function toSiteHook(address: string, secret: string | undefined): SiteHook {
  if (!/^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '')) {
    throw new ProvisioningProblem(`SITE_HOOK_URL is not an http or https address: ${address}`);
  }
  if (secret === undefined || secret.length < 16) {
    throw new ProvisioningProblem(
      'SITE_HOOK_URL needs CONTENT_HOOK_SECRET: 16 characters or more, the same as for the site.',
    );
  }
  const url = new URL(address);
  if (url.pathname === '/') url.pathname = hookPath;
  return { url: url.href, secret };
}

/**
 * Creates the Flow that calls the publish hook on each change of content and tells the editor the result. It sends only
 * the event, the collection and the keys, so no draft leaves Directus. An existing Flow that calls the same address
 * only gets collections that it lacks.
 */
export async function provisionFlow(run: Run, hook: SiteHook): Promise<void> {
  const { admin, report } = run;
  const site = new URL(hook.url).host;
  await provisionPublications(run, site, (body) => requestOf(hook, body));
  const held = await admin.readRows('/operations', { filter: { type: { _eq: 'request' } }, limit: -1 });
  const same = held.find(({ key, options }) => key !== retryKey && readRow(options)?.url === hook.url);
  if (same) {
    report('kept', `Flow that calls ${hook.url}`);
    const flow = readRow(await admin.read(`/flows/${readLine(same.flow)}`)) ?? {};
    await addCollections(run, flow);
    if (flow.status !== 'active') {
      report('note', 'It is not active. Activate it, or delete it and run this again.');
    }
    if (same.resolve === null)
      report(
        'note',
        `It writes nothing to ${publications}. Delete it and run this again to notify editors of each save.`,
      );
    if (secretOf(same.options) !== hook.secret) {
      report(
        'note',
        'Its secret is not CONTENT_HOOK_SECRET. Change it in both Flows that call the site, or delete them and run this again.',
      );
    }
    return;
  }
  const body = `{"event":"{{$trigger.event}}","collection":"{{$trigger.collection}}","keys":["{{$trigger.key}}","{{$trigger.keys[0]}}"]}`;
  const { live, late } = receiptSteps(site);
  await makeFlow(run, {
    // The whole address: an older Flow may call another address on the same host.
    name: `Tell ${hook.url} of changes`,
    icon: 'campaign',
    description: 'Calls the site after each change in its content, so that visitors see it at once.',
    trigger: 'event',
    options: { type: 'action', scope, collections: watched },
    steps: [
      {
        key: 'call_the_site',
        name: 'Call the site',
        type: 'request',
        options: requestOf(hook, body),
        otherwise: late,
      },
      ...live,
    ],
  });
}

const requestOf = (hook: SiteHook, body: string) => ({
  method: 'POST',
  url: hook.url,
  headers: [
    { header: 'Content-Type', value: 'application/json' },
    { header: hookSecretHeader, value: hook.secret },
  ],
  body,
});

function secretOf(options: unknown): unknown {
  const headers = readRows(readRow(options)?.headers);
  return headers.find((row) => String(row.header).toLowerCase() === hookSecretHeader)?.value;
}
