import { parseArgs } from 'node:util';
import { BrokenDemo } from '../server/demo/demoContent.ts';
import { ProvisioningProblem } from './directus/directusAdmin.ts';
import { provision, toSiteOrigin } from './directus/provision.ts';
import { toEnquiryLedger } from './directus/provisionEnquiries.ts';
import { toSiteHook } from './directus/provisionFlow.ts';
import { toPreviewAccess } from './directus/provisionPreviews.ts';

// The command `npm run directus:provision`: reads environment and flags, and prints one line for each thing done.

const usage = `Prepares a Directus for the site. It creates what is missing. Content and what people made stay as is, except:
public rules that list fields get new fields, its Flow gets new collections, rows of an older pages collection that had
no page become drafts, and forms of an earlier version get what they lacked. For previews, collections get a preview URL
and content versions, and Directus gets the visual editor.

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

try {
  await run(process.env);
} catch (error) {
  if (!isForReader(error)) throw error;
  console.error(`directus:provision: ${error.message}`);
  process.exitCode = 1;
}

async function run(env: NodeJS.ProcessEnv): Promise<void> {
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
  const trimmed = (name: string) => env[name]?.trim() || undefined;
  const [url, token] = [trimmed('DIRECTUS_URL'), trimmed('DIRECTUS_ADMIN_TOKEN')];
  const missing = Object.entries({ DIRECTUS_URL: url, DIRECTUS_ADMIN_TOKEN: token })
    .filter(([, value]) => !value)
    .map(([name]) => name);
  if (!url || !token) throw new ProvisioningProblem(`Set ${missing.join(' and ')}.\n\n${usage}`);
  for (const [one, other] of [
    ['without-content', 'samples'],
    ['strict', 'open'],
  ] as const) {
    if (flags[one] && flags[other])
      throw new ProvisioningProblem(`--${one} and --${other} cannot be combined.`);
  }
  const site = trimmed('SITE_HOOK_URL');
  const frontend = trimmed('FRONTEND_URL');
  const origin = frontend && toSiteOrigin(frontend);
  await provision({
    url,
    token,
    ledger: toEnquiryLedger(env),
    hook: site ? toSiteHook(site, trimmed('CONTENT_HOOK_SECRET')) : undefined,
    origin,
    previews: toPreviewAccess(trimmed, origin),
    reading: flags.strict ? 'strict' : flags.open ? 'open' : undefined,
    samples: flags['without-content'] ? 'none' : flags.samples ? 'drafts' : 'new',
    isDry: flags.diff,
    write: (line) => console.log(line),
  });
}

/** Whether an error is a problem that the user can fix: it is printed without a stack. */
function isForReader(error: unknown): error is Error {
  if (error instanceof ProvisioningProblem || error instanceof BrokenDemo) return true;
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
