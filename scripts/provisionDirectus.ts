import { parseArgs } from 'node:util';
import { ProvisioningProblem } from '../provisioning/directusAdmin.ts';
import { type ProvisionOptions, provision } from '../provisioning/provision.ts';
import { BrokenDemo } from '../server/demo/demoContent.ts';
import { createPreviewKeys, previewed } from '../server/editors/previewKeys.ts';
import { originOf, originRule, readRetentionDays } from '../server/process/config.ts';
import { createEnvironmentReader, type Environment, isHttpUrl } from '../server/process/environment.ts';
import { hookPath } from '../shared/paths.ts';
import { demoSamples } from './directus/samples.ts';

// The command `npm run directus:provision`: reads environment and flags, and prints one line for each thing done.

const usage = `Prepares a Directus for the site. It creates what is missing. Content and what people made stay as is; what exists
gets only what belongs to something new (docs/directus.md says what exactly).

  DIRECTUS_URL            address of Directus
  DIRECTUS_ADMIN_TOKEN    static token of an administrator
  SITE_HOOK_URL           the site, to be told of changes (optional)
  CONTENT_HOOK_SECRET     the secret that the site expects with that
  FRONTEND_URL            the site as visitors reach it: forms link to their pages there (optional)
  DIRECTUS_ENQUIRY_TOKEN  the token by which the site keeps messages in Directus (optional)
  ENQUIRY_RETENTION_DAYS  after how many days they are erased, 1 to 3650 (365)
  DIRECTUS_PREVIEW_TOKEN  the token by which the site reads drafts for previews (optional, with FRONTEND_URL)
  PREVIEW_SECRET          what the site signs previews with

The environment overrides .env. A new Directus gets sample content, published; one that is in use gets none.

  --diff                  only shows what it would do
  --samples               puts sample rows, as drafts, into collections without any row
  --without-content       no sample content for a new Directus either
  --strict                the public reads published rows and the site's fields only: what a new Directus has. Directus 12
                          requires a paid license for such rules, 11 none
  --open                  the public reads the site's collections whole, including drafts: all that 12 allows without a license
`;

async function run(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      diff: { type: 'boolean', default: false },
      samples: { type: 'boolean', default: false },
      'without-content': { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      open: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (flags.help) {
    console.log(usage);
    return;
  }
  for (const [one, other] of [
    ['without-content', 'samples'],
    ['strict', 'open'],
  ] as const) {
    if (flags[one] && flags[other])
      throw new ProvisioningProblem(`--${one} and --${other} cannot be combined.`);
  }
  await provision({
    ...optionsFrom(process.env),
    reading: flags.strict ? 'strict' : flags.open ? 'open' : undefined,
    samples: flags['without-content'] ? null : demoSamples(flags.samples ? 'drafts' : 'new'),
    isDry: flags.diff,
    write: (line) => console.log(line),
  });
}

/**
 * What the environment says, as the site reads it.
 * @throws {ProvisioningProblem} when a variable is missing or not valid
 */
export function optionsFrom(env: Environment): Omit<ProvisionOptions, 'samples' | 'write'> {
  const reader = createEnvironmentReader(env);
  const { problems, read, text, secret, url } = reader;
  const directus = url('DIRECTUS_URL', null);
  const token = text('DIRECTUS_ADMIN_TOKEN', null);
  const missing = Object.entries({ DIRECTUS_URL: directus, DIRECTUS_ADMIN_TOKEN: token })
    .filter(([name, value]) => value === null && !problems.some((problem) => problem.startsWith(name)))
    .map(([name]) => name);
  if (missing.length > 0) throw new ProvisioningProblem(`Set ${missing.join(' and ')}.\n\n${usage}`);
  const origin = read('FRONTEND_URL', originRule, null, originOf) ?? undefined;
  const hookUrl = read('SITE_HOOK_URL', 'an http or https address', null, (value) =>
    isHttpUrl(value) ? value : undefined,
  );
  const hookSecret = secret(
    'CONTENT_HOOK_SECRET',
    'text of at least 16 characters',
    (value) => value.length >= 16,
  );
  const enquiryToken = text('DIRECTUS_ENQUIRY_TOKEN', null);
  const retentionDays = readRetentionDays(reader);
  const [previewToken, previewSecret] = [text('DIRECTUS_PREVIEW_TOKEN', null), text('PREVIEW_SECRET', null)];
  const arePreviewsWhole = previewToken !== null && previewSecret !== null && origin !== undefined;
  if (hookUrl !== null && hookSecret === null)
    problems.push(
      'SITE_HOOK_URL needs CONTENT_HOOK_SECRET: 16 characters or more, the same as for the site.',
    );
  if ((previewToken !== null || previewSecret !== null) && !arePreviewsWhole)
    problems.push(
      'Previews need DIRECTUS_PREVIEW_TOKEN, PREVIEW_SECRET and FRONTEND_URL: set all three, or neither of the first two.',
    );
  if (problems[0] !== undefined || directus === null || token === null)
    throw new ProvisioningProblem(problems.join('\n'));
  return {
    url: directus,
    token,
    origin,
    hook: hookUrl !== null && hookSecret !== null ? { url: hookAt(hookUrl), secret: hookSecret } : undefined,
    ledger: enquiryToken === null ? undefined : { token: enquiryToken, retentionDays },
    previews: arePreviewsWhole
      ? previewsOf(previewToken, createPreviewKeys(previewSecret, origin))
      : undefined,
  };
}

/** The publish hook at the address of the site, or at its own. */
function hookAt(address: string): string {
  const url = new URL(address);
  if (url.pathname === '/') url.pathname = hookPath;
  return url.href;
}

const previewsOf = (token: string, { addressFor }: ReturnType<typeof createPreviewKeys>) => ({
  token,
  addresses: Object.fromEntries(previewed.map((name) => [name, addressFor(name)])),
  visualEditor: addressFor(null),
});

/** Whether an error is a problem that the user can fix: it is printed without a stack. */
function isForReader(error: unknown): error is Error {
  if (error instanceof ProvisioningProblem || error instanceof BrokenDemo) return true;
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

if (import.meta.main) {
  try {
    await run();
  } catch (error) {
    if (!isForReader(error)) throw error;
    console.error(`directus:provision: ${error.message}`);
    process.exitCode = 1;
  }
}
