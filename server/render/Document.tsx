import type { ReactNode } from 'react';
import { StaticRouter } from 'react-router-dom';
import { blogTitle } from '../../shared/blogListText.ts';
import { atomFeedPath, jsonFeedPath } from '../../shared/paths.ts';
import { defaultTheme } from '../../shared/themes.ts';
import { noticesAt } from '../content/collections/notices.ts';
import { type SiteContent, valueIn } from '../content/siteContent.ts';
import type { AssetManifest } from '../http/assetManifest.ts';
import type { Config } from '../process/config.ts';
import type { JudgedPage } from '../site/definePage.tsx';
import { SiteLayout } from '../site/layout/SiteLayout.tsx';
import { type DocumentHead, documentHead } from '../site/seo/documentHead.ts';
import { type Site, SiteProvider } from '../site/siteContext.ts';
import type { PageMatch } from './routeMatcher.ts';

/** What every page shows besides its own content. */
export function siteOf(
  config: Config,
  content: SiteContent,
  request: Pick<Site, 'requestId' | 'isLoading' | 'preview'>,
): Site {
  return {
    productName: config.siteName,
    menu: content.navigation,
    settings: content.site_settings,
    reviews: content.reviews,
    notices: content.notices,
    adminUrl: config.backendUrl === null ? null : `${config.backendUrl}/admin`,
    contactEmail: config.contactAddress,
    takesEnquiries: config.contactApiUrl !== null,
    keepsEnquiriesDays: config.enquiries.token === null ? null : config.enquiries.retentionDays,
    bookingSiteUrl: config.bookingSiteUrl,
    apiBase: config.apiUrl,
    ...request,
  };
}

/** The inline scripts of a page, see `DocumentProps.scripts`. */
export const scriptsOf = (
  { bootScript, noticeScript }: AssetManifest,
  { notices }: Site,
  path: string,
): DocumentProps['scripts'] =>
  noticesAt(valueIn(notices) ?? [], path).length > 0 ? [bootScript, noticeScript] : [bootScript];

/** The head of a page's document. Throws what the page's `describe` throws. */
function headOf(
  config: Config,
  page: JudgedPage,
  { settings, preview }: Pick<Site, 'settings' | 'preview'>,
  status: number,
): DocumentHead {
  const description = page.describe();
  return documentHead({
    description: preview ? { ...description, path: null, unlisted: true } : description,
    settings: valueIn(settings),
    productName: config.siteName,
    frontendUrl: config.externalApis.frontendUrl,
    found: status === 200,
  });
}

/**
 * The telemetry settings of the browser, as the content of one meta element: the same for every page and every
 * visitor of a deployment, so that pages can be cached. Null: telemetry is off, and no script is fetched.
 */
function browserSettings({ sentry, metricsPort, browserProfiling: profiling }: Config): string | null {
  const vitals = metricsPort !== null;
  if (sentry === null && !vitals) return null;
  // Named one by one, because every visitor gets them.
  const errors = sentry && {
    dsn: sentry.dsn,
    release: sentry.release,
    environment: sentry.environment,
    profiling,
  };
  return JSON.stringify({ vitals, errors });
}

interface DocumentProps {
  readonly config: Config;
  readonly assets: AssetManifest;
  readonly match: PageMatch;
  readonly judged: JudgedPage;
  readonly site: Site;
  readonly status: number;
  /** The texts of its inline scripts; its policy names their hashes. */
  readonly scripts: readonly string[];
  /** What the layout shows instead of the page's element, in a streamed page. */
  readonly awaited?: Promise<ReactNode>;
  /** The text of its style; by default it is put in later, see `putStyle`. */
  readonly style?: string;
}

const rawHtml = (value: string): { readonly __html: string } => ({ __html: value });

/**
 * The whole HTML document: the head of a page, and its element inside the layout. Inline scripts are exactly those
 * that the build made.
 */
export function Document({
  config,
  assets,
  match,
  judged,
  site,
  status,
  scripts,
  awaited,
  style = '',
}: DocumentProps) {
  const { route, path } = match;
  const isPreview = site.preview !== null;
  const head = headOf(config, judged, site, status);
  const { url, alt, size } = head.picture;
  const telemetry = isPreview ? null : browserSettings(config);
  return (
    <html lang="en" data-theme={defaultTheme} data-build={assets.build}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Delays the first paint until `#main`: a half-received header would shift as the rest arrives. */}
        <link rel="expect" href="#main" blocking="render" />
        <title>{head.title}</title>
        {head.description && <meta name="description" content={head.description} />}
        {head.robots && <meta name="robots" content={head.robots} />}
        {head.canonicalUrl && <link rel="canonical" href={head.canonicalUrl} />}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <FeedLinks feed={head.feed} />
        {scripts.map((text) => (
          <script key={text} dangerouslySetInnerHTML={rawHtml(text)} />
        ))}
        <style dangerouslySetInnerHTML={rawHtml(style)} />
        <meta property="og:type" content={head.article ? 'article' : 'website'} />
        {head.article?.published && (
          <meta property="article:published_time" content={head.article.published.machine} />
        )}
        {head.article?.lastModified && (
          <meta property="article:modified_time" content={head.article.lastModified} />
        )}
        {head.article?.authorName && <meta property="article:author" content={head.article.authorName} />}
        <meta property="og:title" content={head.canonicalTitle} />
        <meta property="og:site_name" content={head.siteTitle} />
        {head.description && <meta property="og:description" content={head.description} />}
        {head.canonicalUrl && <meta property="og:url" content={head.canonicalUrl} />}
        <meta property="og:image" content={url} />
        <meta property="og:image:alt" content={alt} />
        {size && <meta property="og:image:width" content={String(size.width)} />}
        {size && <meta property="og:image:height" content={String(size.height)} />}
        <meta name="twitter:card" content="summary_large_image" />
        <meta name="twitter:image:alt" content={alt} />
        {/* A data block: browsers do not run it, and the content policy does not cover it. */}
        {head.structuredData && (
          <script type="application/ld+json" dangerouslySetInnerHTML={rawHtml(head.structuredData)} />
        )}
        {telemetry && (
          <meta name="telemetry" content={telemetry} data-route={route} data-src={assets.telemetry} />
        )}
        {isPreview && <link rel="stylesheet" href={assets.preview.styles} />}
        {isPreview && <script type="module" async src={assets.preview.script} />}
        {/* Low priority: on a slow connection it would compete with the largest picture for bandwidth. */}
        <script type="module" async fetchPriority="low" src={assets.entry} />
      </head>
      <body>
        <StaticRouter location={path}>
          <SiteProvider value={site}>
            <SiteLayout page={awaited ?? judged.element} reviews={judged.reviews} />
          </SiteProvider>
        </StaticRouter>
      </body>
    </html>
  );
}

/** Links the blog's feed; on a page that lists posts, instead the feed of those posts in both formats. */
function FeedLinks({ feed }: Pick<DocumentHead, 'feed'>) {
  const { title, path } = feed ?? { title: blogTitle, path: atomFeedPath };
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={title} href={path} />
      {feed && (
        <link
          rel="alternate"
          type="application/feed+json"
          title={title}
          href={path.replace(atomFeedPath, jsonFeedPath)}
        />
      )}
    </>
  );
}

/** The text of a page's one style element: the base, and the named stylesheets of components in their order. */
export function styleTextOf(
  { base, layers }: AssetManifest['styles'],
  names: ReadonlySet<string> | 'all',
): string {
  const blocks = Object.entries(layers).map(([layer, sheets]) => {
    const shown = Object.entries(sheets).filter(([name]) => names === 'all' || names.has(name));
    return shown.length === 0 ? '' : `@layer ${layer}{${shown.map(([, text]) => text).join('')}}`;
  });
  return base + blocks.join('');
}

/** What `Document` leaves for the style of a page whose stylesheets are known only once it has been rendered. */
const place = '<style></style>';

/** Puts the style into a rendered document; its place is the first, because every other text of the head is escaped. */
export const putStyle = (html: string, text: string): string =>
  html.replace(place, () => `<style>${text}</style>`);
