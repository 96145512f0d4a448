import { createPreviewKeys } from '../editors/previewKeys.ts';
import { startContactService } from './contactService.ts';
import { previewToken, startContentService } from './contentService.ts';
import { readAgain } from './demoContent.ts';
import { type ContentRows, demoRows } from './demoRows.ts';
import { enquiryToken } from './enquiryTable.ts';
import { findFreePort, localUrl } from './ports.ts';
import { specifiedRows, unspecified } from './specifiedContent.ts';

/** The environment that the site is started with. */
type SiteEnvironment = Readonly<Record<string, string | undefined>>;

/** Not secret: the demo listens on this machine, and its drafts are in this repository. */
const previewSecret = 'the-secret-of-the-demo-for-previews';

/** What only a provisioned content service has. */
const provisioned = {
  DIRECTUS_ENQUIRY_TOKEN: enquiryToken,
  DIRECTUS_PREVIEW_TOKEN: previewToken,
  PREVIEW_SECRET: previewSecret,
};

/** The content of the demo, of today; or the part of it that the product specification lists. */
function contentOf(isSpecified: boolean) {
  const rows: ContentRows = demoRows(new Date());
  return isSpecified ? { rows: specifiedRows(rows), hidden: unspecified() } : { rows };
}

/** The embedded services, and what the site needs to use them. */
export interface Demo {
  readonly siteUrl: string;
  /** The environment to start the site with. */
  readonly environment: SiteEnvironment;
  /** Reads the content files again. Throws with file and line when one is broken, and then serves the old content. */
  reloadContent(): void;
  /** What to print when the site is ready; its last line is the address. */
  readonly banner: string;
}

/**
 * Starts both services on free loopback ports. They end with the process.
 * @param inherited the environment of the caller; `PORT` is the port of the site, or the next free one is used
 * @param isSpecified whether the content service has exactly what the product specification lists
 */
export async function startDemo(inherited: SiteEnvironment, isSpecified = false): Promise<Demo> {
  const wantedPort = Number(inherited.PORT || 3000);
  if (!Number.isInteger(wantedPort) || wantedPort < 0 || wantedPort > 65_535) {
    console.error('PORT must be a whole number from 0 to 65535.');
    process.exit(1);
  }
  const [content, contact, port] = await Promise.all([
    startContentService(contentOf(isSpecified)),
    startContactService(),
    findFreePort(wantedPort),
  ]);
  // In the background: the first visitor comes some seconds after the start.
  content.drawPictures();
  const siteUrl = localUrl(inherited.HOST, port);
  const moved = port === wantedPort || wantedPort === 0 ? '' : `  (port ${wantedPort} was taken)`;
  return {
    siteUrl,
    reloadContent() {
      readAgain();
      Object.assign(content.rows, contentOf(isSpecified).rows);
    },
    environment: {
      ...siteEnvironment(inherited, { contentUrl: content.url, contactUrl: contact.url, port }),
      ...(isSpecified ? {} : provisioned),
    },
    banner: [
      '',
      '  Things to try (Ctrl-C stops everything):',
      '  - Edit:  with npm run dev, a change saved in server/site/pages/AboutPage.tsx shows on open pages at once.',
      `  - Break: curl -X POST ${content.url}/demo/down  takes the content service down; pages are still served,`,
      '           and within a minute the log has one line that says why.',
      `  - Fix:   curl -X POST ${content.url}/demo/up    brings it back; the log says when the site has noticed.`,
      `  - Keep:  curl -X POST ${contact.url}/demo/down  takes the contact API down; send the contact form, then`,
      `           curl -X POST ${contact.url}/demo/up    and watch the kept message get delivered.`,
      ...(isSpecified
        ? []
        : [
            `  - Look:  ${createPreviewKeys(previewSecret, siteUrl).addressFor(null)}`,
            '           shows the site with its drafts and scheduled items, as Directus would open it for an editor.',
          ]),
      '',
      `  The site is ready: ${siteUrl}${moved}`,
      '',
    ].join('\n'),
  };
}

/**
 * The environment of the site in the demo: everything inherited, plus the addresses of the services. Pure.
 * @param inherited the environment of the demo; passed in whole, because the build replaces `process.env.NODE_ENV`
 *   where the source names it
 */
export function siteEnvironment(
  inherited: SiteEnvironment,
  { contentUrl, contactUrl, port }: { contentUrl: string; contactUrl: string; port: number },
): SiteEnvironment {
  return {
    ...inherited,
    DIRECTUS_URL: contentUrl,
    BACKEND_URL: contentUrl,
    CONTACT_API_URL: contactUrl,
    FRONTEND_URL: localUrl(inherited.HOST, port),
    NODE_ENV: inherited.NODE_ENV || 'development',
    BOOKING_SITE_URL: inherited.BOOKING_SITE_URL || `${contentUrl}/booking`,
    DEV_PAGES: '1',
    PORT: String(port),
  };
}
