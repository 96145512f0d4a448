import { checkInstance } from './checkInstance.ts';
import { createDirectusAdmin } from './directusAdmin.ts';
import { provisionAccess } from './provisionAccess.ts';
import { provisionContent } from './provisionContent.ts';
import { provisionFlow, type SiteHook } from './provisionFlow.ts';
import { provisionSchema } from './provisionSchema.ts';
import { createReport } from './report.ts';

export interface ProvisionOptions {
  readonly url: string;
  readonly token: string;
  /** The site whose publish hook is called on changes; none: no Flow is made. */
  readonly hook?: SiteHook | undefined;
  readonly isStrict?: boolean;
  readonly withContent?: boolean;
  readonly overwriteContent?: boolean;
  /** Receives one line for each thing done. */
  readonly write: (line: string) => void;
}

/**
 * Makes an instance of Directus ready for the site: collections, public reading, content to begin with, and
 * the Flow. Run again it makes what is missing and leaves the rest.
 * @throws {ProvisioningProblem} with a message for the person who runs it
 */
export async function provision(options: ProvisionOptions): Promise<void> {
  const { url, token, hook, write } = options;
  const { isStrict = false, withContent = true, overwriteContent = false } = options;
  const admin = createDirectusAdmin(url, token);
  const report = createReport(write);
  const version = await checkInstance(admin);
  write(`Directus ${version} at ${admin.url}`);
  const schema = await provisionSchema(admin, report);
  // Before the content, so that nothing is readable for a moment that strict rules would hide.
  await provisionAccess(admin, report, isStrict);
  if (withContent) await provisionContent(admin, report, schema, overwriteContent);
  if (hook) await provisionFlow(admin, report, hook);
  const { made, kept, overwrote, warned } = report.counts();
  write(`Done: ${made} made, ${kept} kept as they were, ${overwrote} overwritten, ${warned} to note.`);
}
