import { parseArgs } from 'node:util';
import { ProvisioningProblem } from './directus/directusAdmin.ts';
import { provision } from './directus/provision.ts';
import { toSiteHook } from './directus/provisionFlow.ts';

// What `npm run directus:provision` starts: environment and flags in, one line for each thing done out.

const usage = `Prepares a Directus for the site. It makes what is missing and changes nothing that is there.

  DIRECTUS_URL            address of Directus
  DIRECTUS_ADMIN_TOKEN    static token of an administrator
  SITE_HOOK_URL           the site, to be told of changes (optional)
  CONTENT_HOOK_SECRET     the secret that the site expects with that

  --strict                the public reads published rows and the site's fields only
  --without-content       no demo content
  --overwrite-content     sets the demo content back to what it was, edited rows included
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
      strict: { type: 'boolean', default: false },
      'without-content': { type: 'boolean', default: false },
      'overwrite-content': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (flags.help) {
    console.log(usage);
    return;
  }
  const { DIRECTUS_URL: url, DIRECTUS_ADMIN_TOKEN: token, SITE_HOOK_URL: site } = env;
  const missing = Object.entries({ DIRECTUS_URL: url, DIRECTUS_ADMIN_TOKEN: token })
    .filter(([, value]) => !value)
    .map(([name]) => name);
  if (!url || !token) throw new ProvisioningProblem(`Set ${missing.join(' and ')}.\n\n${usage}`);
  if (flags['without-content'] && flags['overwrite-content']) {
    throw new ProvisioningProblem('--without-content and --overwrite-content exclude each other.');
  }
  await provision({
    url,
    token,
    hook: site ? toSiteHook(site, env.CONTENT_HOOK_SECRET) : undefined,
    isStrict: flags.strict,
    withContent: !flags['without-content'],
    overwriteContent: flags['overwrite-content'],
    write: (line) => console.log(line),
  });
}

/** Problems that a person can fix are printed in one line, without a stack. */
function isForReader(error: unknown): error is Error {
  if (error instanceof ProvisioningProblem) return true;
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
